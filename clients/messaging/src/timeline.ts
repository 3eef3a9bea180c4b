import type { Message, RecalledFrame } from './frames.js'

/** One conversation: puts what comes into the order of `seq`, and drops what comes again. */
export class Timeline {
  readonly id: number
  /** `seq` of the last message handed on; `null` while it is not known where to begin. */
  #position: number | null
  readonly #waiting = new Map<number, Message>()
  readonly #recalls = new Map<number, RecalledFrame>()

  constructor(id: number, position: number | null) {
    this.id = id
    this.#position = position
  }

  get position(): number | null {
    return this.#position
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
    if (message.seq <= (this.#position ?? 0)) return []
    if (message.seq === 1) this.#position ??= 0
    this.#waiting.set(message.seq, message)
    return this.#inTurn()
  }

  /** The service has sent everything up to there that is to be seen: what is missing will never come. */
  settle(upTo: number): Message[] {
    const passed = [...this.#waiting.keys()].filter((seq) => seq <= upTo).sort((a, b) => a - b)
    const messages = passed.map((seq) => this.#take(seq))
    this.#position = Math.max(this.#position ?? 0, upTo)
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
    if (this.#position === null) return messages
    while (this.#waiting.has(this.#position + 1)) messages.push(this.#take(++this.#position))
    return messages
  }

  #take(seq: number): Message {
    const message = this.#waiting.get(seq)!
    const recall = this.#recalls.get(seq)
    this.#waiting.delete(seq)
    this.#recalls.delete(seq)
    return recall ? { ...message, content: null, recalledAt: recall.recalledAt } : message
  }
}
