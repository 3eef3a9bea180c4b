import { createHash, randomBytes, randomInt } from 'node:crypto'

const LINK_LIFETIME = 900

const TYPES: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
}

export interface StoredFile {
  bytes: Uint8Array
  type: string
  name: string
  savedAt?: Date
}

export interface ForgottenFile {
  bytes: Uint8Array
  extension: string
}

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Files the server offers for download behind links that expire: finished saves and forgotten ones. */
export class OutputStore {
  readonly #files = new Map<string, StoredFile>()
  /** Paths by keys. */
  readonly #forgotten = new Map<string, string>()
  readonly #linkSecret = randomBytes(16).toString('hex')
  readonly #origin: () => string
  readonly #now: () => number
  #serial = randomInt(1_000, 9_000)

  constructor(origin: () => string, now: () => number) {
    this.#origin = origin
    this.#now = now
  }

  /** A name that no other save of the key has: `<key>_<number>`. */
  folder(key: string): string {
    return `${key}_${++this.#serial}`
  }

  keep(folder: string, extension: string, bytes: Uint8Array, stem = 'output'): string {
    return this.#put(`/cache/files/data/${folder}/${stem}.${extension}/${stem}.${extension}`, bytes)
  }

  /** In place of what lies there. */
  forget(key: string, extension: string, bytes: Uint8Array, savedAt?: Date): void {
    const name = `output.${extension}`
    this.deleteForgotten(key)
    const path = `/cache/files/forgotten/${key}/${name}/${name}`
    this.#forgotten.set(key, this.#put(path, bytes, savedAt))
  }

  forgottenKeys(): string[] {
    return [...this.#forgotten.keys()]
  }

  forgotten(key: string): ForgottenFile | undefined {
    const file = this.#files.get(this.#forgotten.get(key) ?? '')
    return file && { bytes: file.bytes, extension: extensionOf(file.name) }
  }

  forgottenLink(key: string): string | undefined {
    const path = this.#forgotten.get(key)
    return path === undefined ? undefined : this.link(path)
  }

  deleteForgotten(key: string): boolean {
    this.#files.delete(this.#forgotten.get(key) ?? '')
    return this.#forgotten.delete(key)
  }

  clear(): void {
    this.#files.clear()
    this.#forgotten.clear()
  }

  /** Signed anew at each call: the same path, another query. */
  link(path: string): string {
    const expires = Math.floor(this.#now() / 1000) + LINK_LIFETIME + randomInt(3)
    const name = path.slice(path.lastIndexOf('/') + 1)
    const query = `md5=${this.#sign(path, String(expires))}&expires=${expires}&filename=${name}`
    return `${this.#origin()}${path}?${query}`
  }

  /** The file behind a link, unless the link was tampered with or has expired. */
  open({ pathname, searchParams }: URL): StoredFile | undefined {
    const expires = searchParams.get('expires') ?? ''
    if (searchParams.get('md5') !== this.#sign(pathname, expires)) return undefined
    return Number(expires) * 1000 < this.#now() ? undefined : this.#files.get(pathname)
  }

  #put(path: string, bytes: Uint8Array, savedAt = new Date(this.#now())): string {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const type = TYPES[extensionOf(name)] ?? 'application/octet-stream'
    this.#files.set(path, { bytes, type, name, savedAt })
    return path
  }

  #sign(path: string, expires: string): string {
    return createHash('md5').update(`${expires}${path}${this.#linkSecret}`).digest('base64url')
  }
}
