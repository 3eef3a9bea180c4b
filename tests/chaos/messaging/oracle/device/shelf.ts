/** What a device holds of a message. */
export interface Held {
  readonly id: number
  readonly seq: number
  readonly clientMessageId: string
  readonly createdAt: string
  /** `null` once it is recalled. */
  content: unknown
}

/** One conversation on a device: what it took, in order, and what waits for what is missing before it. */
export class Shelf {
  readonly held = new Map<number, Held>()
  readonly waiting = new Map<number, Held>()
  /** `null` while it is not known where to begin. */
  position: number | null = null

  get hasGap(): boolean {
    return this.waiting.size > 0
  }

  get createdAt(): string | undefined {
    return this.held.get(this.position ?? 0)?.createdAt
  }

  offer(message: Held): void {
    if (message.seq <= (this.position ?? 0)) return
    if (message.seq === 1) this.position ??= 0
    this.waiting.set(message.seq, message)
  }

  takeInTurn(): void {
    if (this.position === null) return
    for (let next = this.waiting.get(this.position + 1); next;) {
      this.#take(next)
      next = this.waiting.get(this.position + 1)
    }
  }

  /** What is missing up to there will never come. */
  goOnFrom(seq: number): void {
    const passed = [...this.waiting.values()].filter((message) => message.seq <= seq)
    for (const message of passed.sort((a, b) => a.seq - b.seq)) this.#take(message)
    this.position = Math.max(seq, this.position ?? 0)
    this.takeInTurn()
  }

  /** Older history, which was asked for. */
  add(messages: readonly Held[]): void {
    for (const message of messages)
      if (!this.held.has(message.seq)) this.held.set(message.seq, message)
  }

  #take(message: Held): void {
    this.waiting.delete(message.seq)
    this.held.set(message.seq, message)
    this.position = Math.max(message.seq, this.position ?? 0)
  }
}
