/** `createdAt` is that of the message at `seq`, where it is known. */
export type KeptPosition = readonly [conversationId: number, seq: number, createdAt?: string]

/**
 * How far an application has come in each conversation. It is written after the callbacks have returned, and may be lower
 * than before where a backup of the service was restored. Keep `createdAt` with it: by that the service sees that a number
 * was given again.
 *
 * `read` gives a list at once, when the client is made: a store that needs time is read before. `write` may return a promise:
 * the next message of the conversation waits for it, and what it refuses is told to `error`.
 */
export interface PositionStore {
  read(): Iterable<KeptPosition>
  write(conversationId: number, seq: number, createdAt?: string): void | PromiseLike<unknown>
}

/** Gone with the process; what is unread then comes again. */
export class MemoryPositions implements PositionStore {
  readonly #positions = new Map<number, KeptPosition>()

  constructor(positions: Iterable<KeptPosition> = []) {
    for (const position of positions) this.#positions.set(position[0], position)
  }

  read() {
    return [...this.#positions.values()]
  }

  write(...position: KeptPosition): void {
    this.#positions.set(position[0], position)
  }
}

type Storing = Pick<Storage, 'getItem' | 'setItem' | 'key' | 'length'>

/** In a browser, over reloads. Name the user in the prefix: two of them may share a browser. */
export class StoredPositions implements PositionStore {
  readonly #storage: Storing
  readonly #prefix: string

  constructor(prefix: string, storage: Storing = globalThis.localStorage) {
    this.#prefix = `${prefix}.`
    this.#storage = storage
  }

  read() {
    return Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index))
      .filter((key) => key?.startsWith(this.#prefix))
      .map((key) => this.#positionOf(key!))
      .filter(([id, seq]) => Number.isSafeInteger(id) && Number.isSafeInteger(seq))
  }

  write(conversationId: number, seq: number, createdAt?: string): void {
    const kept = createdAt === undefined ? String(seq) : `${seq} ${createdAt}`
    this.#storage.setItem(this.#prefix + conversationId, kept)
  }

  /** Where the time is not known, `seq` stands alone. */
  #positionOf(key: string): KeptPosition {
    const [seq, createdAt] = (this.#storage.getItem(key) ?? '').split(' ')
    const id = Number(key.slice(this.#prefix.length))
    return createdAt === undefined ? [id, Number(seq)] : [id, Number(seq), createdAt]
  }
}
