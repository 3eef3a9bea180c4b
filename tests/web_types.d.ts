/** Node.js has the value but not the name of the type, which the generated HTTP client uses. */
type BodyInit = NonNullable<RequestInit['body']>

/** What the HTTP client uses where there is a browser; it compiles by itself against the browser's own types. */
type IDBTransactionMode = 'readonly' | 'readwrite'

interface IDBRequest<Result> {
  readonly result: Result
  readonly error: unknown
  onsuccess: () => void
  onerror: () => void
  onupgradeneeded: () => void
}

interface IDBObjectStore {
  add(value: unknown): IDBRequest<unknown>
  getAll(): IDBRequest<unknown[]>
  getAllKeys(): IDBRequest<unknown[]>
  delete(range: unknown): IDBRequest<unknown>
  clear(): IDBRequest<unknown>
}

interface IDBDatabase {
  transaction(
    store: string,
    mode: IDBTransactionMode
  ): {
    readonly error: unknown
    objectStore(name: string): IDBObjectStore
    oncomplete: () => void
    onabort: () => void
    onerror: () => void
  }
  createObjectStore(name: string, options: { autoIncrement: boolean }): void
  close(): void
}

declare const IDBKeyRange: { upperBound(key: number): unknown }
declare var indexedDB: { open(name: string, version: number): IDBRequest<IDBDatabase> }

declare class XMLHttpRequest {
  status: number
  responseText: string
  getResponseHeader(name: string): string | null
  upload: {
    onprogress: (event: { loaded: number; total: number; lengthComputable: boolean }) => void
  }
  onload: () => void
  onerror: () => void
  onabort: () => void
  onloadend: () => void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: FormData): void
  abort(): void
}
