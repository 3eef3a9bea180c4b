import type { Message, Position, RecalledFrame } from './frames.js'
import type { PositionStore } from './position_store.js'
import { Timeline } from './timeline.js'

export interface InboxParts {
  positions: PositionStore
  /** May return a promise: the next message of the conversation then waits for it. */
  deliver: (message: Message) => unknown
  recalled: (frame: RecalledFrame) => void
  failed: (error: unknown) => void
  /** Something is missing before what came. */
  gap: (known: boolean) => void
}

const MOST_RECALLS_KEPT = 2_000

/** What came over all sockets, as one stream for each conversation: once, and in order. */
export class Inbox {
  readonly #parts: InboxParts
  readonly #timelines = new Map<number, Timeline>()
  readonly #turns = new Map<number, Promise<void>>()
  readonly #recalled = new Set<number>()

  constructor(parts: InboxParts) {
    this.#parts = parts
    for (const [id, seq] of parts.positions.read()) this.#timelines.set(id, new Timeline(id, seq))
  }

  take(message: Message): void {
    const timeline = this.#timelineOf(message.conversationId)
    this.#hand(timeline.id, timeline.offer(message))
    if (timeline.hasGap) this.#parts.gap(timeline.position !== null)
  }

  recall(frame: RecalledFrame): void {
    const isSeen = this.#timelines.get(frame.conversationId)?.recall(frame) ?? false
    if (!isSeen || this.#recalled.has(frame.messageId)) return
    this.#recalled.add(frame.messageId)
    const [eldest] = this.#recalled
    if (this.#recalled.size > MOST_RECALLS_KEPT) this.#recalled.delete(eldest!)
    this.#inTurn(frame.conversationId, () => this.#parts.recalled(frame))
  }

  settle(id: number, upTo: number): void {
    this.#hand(id, this.#timelineOf(id).settle(upTo))
  }

  isKnown(id: number): boolean {
    return (this.#timelines.get(id)?.position ?? null) !== null
  }

  /** How far each known conversation has come; those with a gap first. */
  positions(): Position[] {
    const known = [...this.#timelines.values()].filter(({ position }) => position !== null)
    known.sort((a, b) => Number(b.hasGap) - Number(a.hasGap) || a.id - b.id)
    return known.map(({ id, position }) => ({ id, seq: position! }))
  }

  /** Conversations in which something waits, and up to where. */
  gaps(): Position[] {
    return [...this.#timelines.values()]
      .filter(({ hasGap }) => hasGap)
      .map(({ id, highestWaiting }) => ({ id, seq: highestWaiting }))
  }

  #hand(id: number, messages: Message[]): void {
    for (const message of messages) {
      this.#inTurn(id, () => this.#parts.deliver(message), message.seq)
    }
  }

  /** At once where nothing of the conversation is still being worked on. */
  #inTurn(id: number, work: () => unknown, seq?: number): void {
    const before = this.#turns.get(id)
    const turn = before ? before.then(() => this.#run(id, work, seq)) : this.#run(id, work, seq)
    if (!turn) return
    this.#turns.set(id, turn)
    void turn.then(() => {
      if (this.#turns.get(id) === turn) this.#turns.delete(id)
    })
  }

  #run(id: number, work: () => unknown, seq: number | undefined): Promise<void> | undefined {
    const done = () => {
      if (seq !== undefined) this.#parts.positions.write(id, seq)
    }
    try {
      const result = work()
      if (result instanceof Promise) return result.catch(this.#parts.failed).then(done)
    } catch (error) {
      this.#parts.failed(error)
    }
    done()
    return undefined
  }

  #timelineOf(id: number): Timeline {
    const known = this.#timelines.get(id)
    if (known) return known
    const timeline = new Timeline(id, null)
    this.#timelines.set(id, timeline)
    return timeline
  }
}
