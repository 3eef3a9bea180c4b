import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const LINK_LIFETIME = 900

const TYPES: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  docm: 'application/vnd.ms-word.document.macroEnabled.12',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
  zip: 'application/zip',
}

export interface StoredFile {
  bytes: Uint8Array
  type: string
  name: string
  savedAt: Date
}

export interface ForgottenFile {
  bytes: Uint8Array
  extension: string
}

/** Files the server offers for download behind links that expire: finished saves and forgotten ones. */
export class OutputStore {
  readonly #files = new Map<string, StoredFile>()
  /** A folder for each key, of which a name is a path. */
  readonly #forgotten = new Map<string, Map<string, string>>()
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

  /** Beside what lies there under another name. */
  forget(key: string, extension: string, bytes: Uint8Array, savedAt?: Date): void {
    const name = `output.${extension}`
    const path = `/cache/files/forgotten/${key}/${name}/${name}`
    const folder = this.#forgotten.get(key) ?? new Map<string, string>()
    this.#forgotten.set(key, folder.set(name, this.#put(path, bytes, savedAt)))
  }

  forgottenKeys(): string[] {
    return [...this.#forgotten.keys()]
  }

  /** What is handed out, of several the first by name; or what lies there under one name. */
  forgotten(key: string, named?: string): ForgottenFile | undefined {
    const path = named ? this.#forgotten.get(key)?.get(`output.${named}`) : this.#firstPath(key)
    return this.#forgottenAt(path)
  }

  /** All that lies there, in the order in which it is found. */
  allForgotten(key: string): ForgottenFile[] {
    return this.#paths(key).flatMap((path) => this.#forgottenAt(path) ?? [])
  }

  forgottenLink(key: string): string | undefined {
    const path = this.#firstPath(key)
    return path === undefined ? undefined : this.link(path)
  }

  /** The whole folder. */
  deleteForgotten(key: string): boolean {
    for (const path of this.#paths(key)) this.#files.delete(path)
    return this.#forgotten.delete(key)
  }

  /** As whoever looks into the folder does by hand. */
  takeOut(key: string, extension: string): void {
    const folder = this.#forgotten.get(key)
    const path = folder?.get(`output.${extension}`)
    if (!folder || path === undefined) return
    this.#files.delete(path)
    folder.delete(`output.${extension}`)
    if (folder.size === 0) this.#forgotten.delete(key)
  }

  clear(): void {
    this.#files.clear()
    this.#forgotten.clear()
  }

  #paths(key: string): string[] {
    const folder = [...(this.#forgotten.get(key) ?? [])]
    return folder.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, path]) => path)
  }

  #firstPath(key: string): string | undefined {
    return this.#paths(key)[0]
  }

  #forgottenAt(path: string | undefined): ForgottenFile | undefined {
    const file = path === undefined ? undefined : this.#files.get(path)
    return file && { bytes: file.bytes, extension: file.name.slice(file.name.lastIndexOf('.') + 1) }
  }

  /** Signed anew at each call: the same path, another query. */
  link(path: string): string {
    const expires = Math.floor(this.#now() / 1000) + LINK_LIFETIME + randomInt(3)
    const name = path.slice(path.lastIndexOf('/') + 1)
    const query = `md5=${this.#sign(path, String(expires))}&expires=${expires}&filename=${name}`
    return `${this.#origin()}${path}?${query}`
  }

  /** The file behind a link, unless the link was tampered with or has expired. */
  open(url: URL): StoredFile | undefined {
    const expires = url.searchParams.get('expires') ?? ''
    const given = Buffer.from(url.searchParams.get('md5') ?? '')
    const expected = Buffer.from(this.#sign(url.pathname, expires))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    if (Number(expires) * 1000 < this.#now()) return undefined
    return this.#files.get(url.pathname)
  }

  #put(path: string, bytes: Uint8Array, savedAt = new Date(this.#now())): string {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    this.#files.set(path, { bytes, type, name, savedAt })
    return path
  }

  #sign(path: string, expires: string): string {
    return createHash('md5').update(`${expires}${path}${this.#linkSecret}`).digest('base64url')
  }
}
