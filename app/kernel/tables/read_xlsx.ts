import sax from 'sax'
import { LONGEST_CELL, MOST_CELLS, refuseTable, type TextRow } from './table_source.js'
import { XlsxPackage } from './xlsx_package.js'

const MOST_STRINGS = 2_000_000
const MOST_GAPS = 1_000
const SHARED = 'xl/sharedStrings.xml'

/** Rows of the first sheet of a workbook, unpacked and parsed piece by piece. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<TextRow> {
  const workbook = await XlsxPackage.open(bytes)
  try {
    const shared = await sharedStrings(workbook)
    const sheet = await workbook.read(await workbook.firstSheet())
    if (!sheet) refuseTable('The workbook has no sheet')
    yield* rowsOf(sheet, shared)
  } catch (error) {
    if ((error as { status?: number }).status === 422) throw error
    refuseTable('The workbook is damaged: it cannot be read', error)
  }
}

async function sharedStrings(workbook: XlsxPackage): Promise<string[]> {
  const strings: string[] = []
  const part = await workbook.read(SHARED)
  if (!part) return strings

  let item = ''
  const parser = parserOf({
    open: (name) => {
      if (name === 'si') item = ''
    },
    text: (text, within) => {
      if (within.includes('t') && !within.includes('rPh')) item = joined(item, text)
    },
    close: (name) => {
      if (name === 'si' && strings.push(item) > MOST_STRINGS)
        refuseTable('The workbook is too large')
    },
  })
  for await (const piece of part) parser(piece as Buffer)
  return strings
}

async function* rowsOf(
  sheet: NodeJS.ReadableStream,
  shared: readonly string[]
): AsyncGenerator<TextRow> {
  let ready: TextRow[] = []
  const reader = new SheetReader(shared, (row) => ready.push(row))
  for await (const piece of sheet) {
    reader.take(piece as Buffer)
    const rows = ready
    ready = []
    yield* rows
  }
}

/** Puts cells where they say they stand; spreadsheets leave out empty cells and rows. */
class SheetReader {
  #row: string[] = []
  #number = 0
  #column = 0
  #type = ''
  #text = ''
  readonly take: (piece: Buffer) => void

  constructor(
    private readonly shared: readonly string[],
    private readonly give: (row: TextRow) => void
  ) {
    this.take = parserOf({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text, within) => {
        if (within.includes('v') || (within.includes('t') && !within.includes('rPh')))
          this.#text = joined(this.#text, text)
      },
      close: (name) => this.#close(name),
    })
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') return this.#openRow(attributes.r)
    if (name !== 'c') return
    this.#column = attributes.r === undefined ? this.#row.length : columnOf(attributes.r)
    if (this.#column >= MOST_CELLS) refuseTable(`A row has more than ${MOST_CELLS} cells`)
    this.#type = attributes.t ?? 'n'
    this.#text = ''
  }

  #openRow(r: string | undefined): void {
    const number = r === undefined ? this.#number + 1 : Number(r)
    if (!Number.isInteger(number) || number - this.#number > MOST_GAPS)
      refuseTable('The sheet leaves too many rows empty')
    while (++this.#number < number) this.give([])
    this.#row = []
  }

  #close(name: string): void {
    if (name === 'row') return this.give(Array.from(this.#row, (cell) => cell ?? ''))
    if (name === 'c') this.#row[this.#column] = this.#value()
  }

  #value(): string {
    if (this.#type === 's') return this.shared[Number(this.#text)] ?? ''
    if (this.#type === 'b') return this.#text === '1' ? 'true' : 'false'
    if (this.#type === 'n' && /e/i.test(this.#text)) return String(Number(this.#text))
    return this.#text
  }
}

interface Handlers {
  open(name: string, attributes: Record<string, string>): void
  text(text: string, within: readonly string[]): void
  close(name: string): void
}

/** Takes pieces of XML; names come without their prefix, and entities of documents' own are not expanded. */
function parserOf({ open, text, close }: Handlers): (piece: Buffer) => void {
  const parser = sax.parser(true, { position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const within: string[] = []
  parser.onopentag = ({ name, attributes }) => {
    within.push(local(name))
    open(local(name), attributes as Record<string, string>)
  }
  parser.onclosetag = () => close(within.pop()!)
  parser.ontext = (value) => text(value, within)
  parser.oncdata = (value) => text(value, within)
  parser.onerror = (error) => {
    throw error
  }
  return (piece) => void parser.write(decoder.decode(piece, { stream: true }))
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function joined(text: string, more: string): string {
  if (text.length + more.length > LONGEST_CELL)
    refuseTable(`A cell has more than ${LONGEST_CELL} characters`)
  return text + more
}

/** `C7` stands in the third column. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A'
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
