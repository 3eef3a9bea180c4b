export type StoredPosition = readonly [conversationId: number, seq: number]

/**
 * How far an application has come in each conversation, and in which epoch of the service: in another one all positions are
 * removed.
 *
 * `read` and `readEpoch` answer at once, when the client is made: a store that needs time is read before. The others may return
 * a promise: the next entry of the conversation waits for it, and what it rejects with goes to `error`.
 */
export interface PositionStore {
  read(): Iterable<StoredPosition>
  write(conversationId: number, seq: number): void | PromiseLike<unknown>
  remove(conversationId: number): void | PromiseLike<unknown>
  /** `null` before the first `writeEpoch`. */
  readEpoch(): string | null
  writeEpoch(epoch: string): void | PromiseLike<unknown>
}

/** Gone with the process; what is unread then comes again. */
export class MemoryPositions implements PositionStore {
  readonly #positions: Map<number, number>
  #epoch: string | null = null

  constructor(positions: Iterable<StoredPosition> = []) {
    this.#positions = new Map(positions)
  }

  read() {
    return [...this.#positions]
  }

  write(conversationId: number, seq: number): void {
    this.#positions.set(conversationId, seq)
  }

  remove(conversationId: number): void {
    this.#positions.delete(conversationId)
  }

  readEpoch() {
    return this.#epoch
  }

  writeEpoch(epoch: string): void {
    this.#epoch = epoch
  }
}

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** In a browser, over reloads. Name the user in the prefix: two of them may share a browser. */
export class StoredPositions implements PositionStore {
  readonly #storage: KeyValueStorage
  readonly #prefix: string

  constructor(prefix: string, storage: KeyValueStorage = globalThis.localStorage) {
    this.#prefix = `${prefix}.`
    this.#storage = storage
  }

  read() {
    return Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index)!)
      .filter((key) => key.startsWith(this.#prefix) && key !== `${this.#prefix}epoch`)
      .map((key) => [this.#idOf(key), Number(this.#storage.getItem(key))] as const)
  }

  write(conversationId: number, seq: number): void {
    this.#storage.setItem(this.#prefix + conversationId, String(seq))
  }

  remove(conversationId: number): void {
    this.#storage.removeItem(this.#prefix + conversationId)
  }

  readEpoch() {
    return this.#storage.getItem(`${this.#prefix}epoch`)
  }

  writeEpoch(epoch: string): void {
    this.#storage.setItem(`${this.#prefix}epoch`, epoch)
  }

  #idOf(key: string): number {
    return Number(key.slice(this.#prefix.length))
  }
}
