import sax from 'sax'
import { refuseTable } from './table_source.js'

const DEEPEST = 64

/** Names come without their prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string, within: OpenElements): void
  close?(name: string): void
}

/** The elements around what is being read. */
export class OpenElements {
  readonly #names: string[] = []
  readonly #counts = new Map<string, number>()

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0
  }

  open(name: string): void {
    if (this.#names.push(name) > DEEPEST) refuseTable('The workbook is nested too deeply')
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  close(): string {
    const name = this.#names.pop()!
    const left = this.#counts.get(name)! - 1
    if (left === 0) this.#counts.delete(name)
    else this.#counts.set(name, left)
    return name
  }
}

/**
 * Reads XML piece by piece. Entities of a document's own are not expanded.
 *
 * @throws what is thrown by handlers, and by the parser for what is no XML
 */
export async function readXml(pieces: NodeJS.ReadableStream, handlers: XmlHandlers): Promise<void> {
  const take = xmlReader(handlers)
  for await (const piece of pieces) take(piece as Buffer)
}

/** Takes pieces of XML one by one. */
export function xmlReader({ open, text, close }: XmlHandlers): (piece: Buffer) => void {
  const parser = sax.parser(true, { position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const within = new OpenElements()
  parser.onopentag = ({ name, attributes }) => {
    within.open(local(name))
    open?.(local(name), attributes as Record<string, string>)
  }
  parser.onclosetag = () => {
    const name = within.close()
    close?.(name)
  }
  parser.ontext = (value) => text?.(value, within)
  parser.oncdata = (value) => text?.(value, within)
  parser.onerror = (error) => {
    throw error
  }
  return (piece) => void parser.write(decoder.decode(piece, { stream: true }))
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
