import type { Message, RecalledFrame } from './frames.js'

/** One conversation: puts what comes into the order of `seq`, and drops what comes again. */
export class Timeline {
  readonly id: number
  /** `seq` of the last message handed on; `null` while it is not known where to begin. */
  #position: number | null
  /** Of the message at the position, where it is known: a restored service may have given its number to another one. */
  #createdAt: string | undefined
  /** Until the service has said that its numbers are still those of the position. */
  #held = false
  readonly #waiting = new Map<number, Message>()
  readonly #recalls = new Map<number, RecalledFrame>()

  constructor(id: number, position: number | null, createdAt?: string) {
    this.id = id
    this.#position = position
    this.#createdAt = createdAt
  }

  get position(): number | null {
    return this.#position
  }

  get createdAt(): string | undefined {
    return this.#createdAt
  }

  /** Something has come before what comes next. */
  get hasGap(): boolean {
    return this.#waiting.size > 0
  }

  get highestWaiting(): number {
    return Math.max(0, ...this.#waiting.keys())
  }

  /** The messages whose turn has come. */
  offer(message: Message): Message[] {
    if (!this.#held && message.seq <= (this.#position ?? 0)) return []
    if (message.seq === 1) this.#position ??= 0
    this.#waiting.set(message.seq, message)
    return this.#inTurn()
  }

  /** The socket is lost: until the service was asked, what comes may be numbered anew. What waits comes again. */
  hold(): void {
    this.#held = this.#position !== null
    this.#waiting.clear()
  }

  /** The numbers are still those of the position. */
  release(): Message[] {
    this.#held = false
    for (const seq of this.#waiting.keys())
      if (seq <= (this.#position ?? 0)) this.#waiting.delete(seq)
    return this.#inTurn()
  }

  /** Numbers begin anew after there; what came under them comes again. */
  goBack(seq: number, createdAt?: string): void {
    this.#held = false
    this.#waiting.clear()
    this.#recalls.clear()
    this.#reach(seq, createdAt)
  }

  /** The service has sent everything up to there that is to be seen: what is missing will never come. */
  settle(upTo: number): Message[] {
    if (this.#held) return []
    const passed = [...this.#waiting.keys()].filter((seq) => seq <= upTo).sort((a, b) => a - b)
    const messages = passed.map((seq) => this.#take(seq))
    if (upTo > (this.#position ?? -1)) this.#reach(upTo)
    return [...messages, ...this.#inTurn()]
  }

  /** `true` when the message was handed on before; else it will be handed on as recalled. */
  recall(frame: RecalledFrame): boolean {
    if (frame.seq <= (this.#position ?? 0)) return true
    this.#recalls.set(frame.seq, frame)
    return false
  }

  #inTurn(): Message[] {
    const messages: Message[] = []
    if (this.#position === null || this.#held) return messages
    while (this.#waiting.has(this.#position + 1)) messages.push(this.#take(this.#position + 1))
    return messages
  }

  #reach(seq: number, createdAt?: string): void {
    this.#position = seq
    this.#createdAt = createdAt
  }

  #take(seq: number): Message {
    const message = this.#waiting.get(seq)!
    const recall = this.#recalls.get(seq)
    this.#waiting.delete(seq)
    this.#recalls.delete(seq)
    this.#reach(seq, message.createdAt)
    return recall ? { ...message, content: null, recalledAt: recall.recalledAt } : message
  }
}
