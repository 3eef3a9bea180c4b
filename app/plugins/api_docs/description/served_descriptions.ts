import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ApiDescription } from './api_description.js'
import type { Operation } from './operations.js'

export type Format = 'json' | 'yaml'

export interface Served {
  body: Buffer
  etag: string
}

export interface Wanted {
  format: Format
  /** Path before the service root, as the client sees it; empty when there is none. */
  prefix: string
  /** Name of the plugin whose part is wanted. */
  part?: string
  /** Ids of the operations to keep. */
  only?: readonly string[]
}

/** In the place of what clients choose: to write a description anew for each of them would be dear. */
const SOMEWHERE = '/.somewhere.'

const CACHED = { max: 64 }

/** The bytes of descriptions, written once for each way in which they are asked for. */
export class ServedDescriptions {
  #written = new LRUCache<string, string>(CACHED)
  #served = new LRUCache<string, Served>(CACHED)

  constructor(private readonly description: ApiDescription) {}

  /** `undefined` when the wanted part does not exist. */
  async get(wanted: Wanted): Promise<Served | undefined> {
    const { format, prefix, part = '', only } = wanted
    const key = [format, part, only ? only.join() : '*'].join('\n')
    const placed = `${key}\n${prefix}`
    const known = this.#served.get(placed)
    if (known) return known

    const text = this.#written.get(key) ?? (await this.#write(key, wanted))
    if (text === undefined) return undefined
    const fresh = served(text.replace(SOMEWHERE, prefix || '/'))
    this.#served.set(placed, fresh)
    return fresh
  }

  /** Routes were mounted or taken out. */
  forget(): void {
    this.description.forget()
    this.#written = new LRUCache<string, string>(CACHED)
    this.#served = new LRUCache<string, Served>(CACHED)
  }

  async #write(key: string, { format, part, only }: Wanted): Promise<string | undefined> {
    const operations = this.#operations(part, only)
    if (!operations) return undefined

    const written = this.#written
    const document = this.description.document(operations)
    const fresh = await textOf({ ...document, servers: [{ url: SOMEWHERE }] }, format)
    written.set(key, fresh)
    return fresh
  }

  #operations(part?: string, only?: readonly string[]): readonly Operation[] | undefined {
    const operations = part ? this.description.partOf(part) : this.description.operations
    return only ? operations?.filter(({ id }) => only.includes(id)) : operations
  }
}

export function served(text: string): Served {
  const body = Buffer.from(text)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { body, etag }
}

export async function textOf(document: object, format: Format): Promise<string> {
  const json = JSON.stringify(document)
  return format === 'json' ? json : toYaml(json)
}

async function toYaml(json: string): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(JSON.parse(json), YAML)
}

const YAML = { aliasDuplicateObjects: false, lineWidth: 0 }
