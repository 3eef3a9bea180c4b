/** How far an application has come in each conversation. It is written after the callbacks have returned. */
export interface PositionStore {
  read(): Iterable<readonly [conversationId: number, seq: number]>
  write(conversationId: number, seq: number): void
}

/** Gone with the process; what is unread then comes again. */
export class MemoryPositions implements PositionStore {
  readonly #positions: Map<number, number>

  constructor(positions: Iterable<readonly [number, number]> = []) {
    this.#positions = new Map(positions)
  }

  read() {
    return [...this.#positions]
  }

  write(conversationId: number, seq: number): void {
    this.#positions.set(conversationId, seq)
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
      .map((key) => [Number(key!.slice(this.#prefix.length)), this.#seqOf(key!)] as const)
      .filter(([id, seq]) => Number.isSafeInteger(id) && Number.isSafeInteger(seq))
  }

  write(conversationId: number, seq: number): void {
    this.#storage.setItem(this.#prefix + conversationId, String(seq))
  }

  #seqOf(key: string): number {
    return Number(this.#storage.getItem(key))
  }
}
