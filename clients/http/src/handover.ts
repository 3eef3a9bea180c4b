import type { TokenPair } from './token_pair.js'

/** Tells the other tabs which pair followed which, surely, before the lock over the refresh is given up. */
export interface Handover {
  /** The newest pair that came of this one's refresh, in whichever tab. */
  successorOf(accessToken: string): Promise<TokenPair | null>
  announce(accessToken: string, successor: TokenPair): Promise<void>
  clear(): Promise<void>
}

/** Within one process there is nobody to tell. */
export const noHandover: Handover = {
  successorOf: async () => null,
  announce: async () => {},
  clear: async () => {},
}

const STORE = 'successors'
const KEPT = 8

interface Successor {
  of: string
  pair: TokenPair
}

/**
 * Through IndexedDB: what one tab has committed every other tab reads, which is not so with `localStorage`, where a
 * tab may see an old value for a while.
 */
export class TabHandover implements Handover {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  async successorOf(accessToken: string): Promise<TokenPair | null> {
    const successors = await this.#run('readonly', (store) => store.getAll())
    let found: TokenPair | null = null
    for (const { of, pair } of successors as Successor[]) {
      if (of === (found?.accessToken ?? accessToken)) found = pair
    }
    return found
  }

  async announce(accessToken: string, pair: TokenPair): Promise<void> {
    await this.#run('readwrite', (store) => store.add({ of: accessToken, pair }))
    const keys = (await this.#run('readonly', (store) => store.getAllKeys())) as number[]
    const [last] = keys.slice(0, -KEPT).slice(-1)
    if (last !== undefined) {
      await this.#run('readwrite', (store) => store.delete(IDBKeyRange.upperBound(last)))
    }
  }

  async clear(): Promise<void> {
    await this.#run('readwrite', (store) => store.clear())
  }

  async #run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>
  ): Promise<T> {
    const database = await this.#open()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode)
        const request = work(transaction.objectStore(STORE))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
        transaction.onerror = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  }

  #open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = globalThis.indexedDB.open(this.#name, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(STORE, { autoIncrement: true })
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  }
}

/** Only pages have other tabs. */
export function handoverFor(name: string): Handover {
  return 'document' in globalThis && 'indexedDB' in globalThis ? new TabHandover(name) : noHandover
}
