import type { Message, Position, RecalledFrame } from './frames.js'
import type { PositionStore } from './position_store.js'
import { isPromise } from './promises.js'
import { readPositions } from './read_positions.js'
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

type Reached = Pick<Position, 'seq' | 'createdAt'>

const MOST_RECALLS_KEPT = 2_000

/** What came over all sockets, as one stream for each conversation: once, and in order. */
export class Inbox {
  readonly #parts: InboxParts
  readonly #timelines = new Map<number, Timeline>()
  readonly #turns = new Map<number, Promise<void>>()
  /** By id and time: a restored service gives ids again. */
  readonly #recalled = new Set<string>()
  #faults: unknown[]

  constructor(parts: InboxParts) {
    this.#parts = parts
    const { positions, faults } = readPositions(parts.positions)
    for (const [id, seq, createdAt] of positions)
      this.#timelines.set(id, new Timeline(id, seq, createdAt))
    this.#faults = faults
  }

  /** What was wrong with the stored positions; once, when somebody listens. */
  tellFaults(): void {
    const faults = this.#faults
    this.#faults = []
    for (const fault of faults) this.#parts.failed(fault)
  }

  /** Without a socket: what comes over the next one waits until the service was asked about the positions. */
  hold(): void {
    for (const timeline of this.#timelines.values()) timeline.hold()
  }

  /** The service knows the position. */
  release(id: number): void {
    this.#hand(id, this.#timelineOf(id).release())
  }

  /** The service gives numbers after there anew, as after a restored backup. */
  goBack(id: number, seq: number, createdAt?: string): void {
    this.#timelineOf(id).goBack(seq, createdAt)
    this.#inTurn(id, () => undefined, { seq, createdAt })
  }

  take(message: Message): void {
    const timeline = this.#timelineOf(message.conversationId)
    this.#hand(timeline.id, timeline.offer(message))
    if (timeline.hasGap) this.#parts.gap(timeline.position !== null)
  }

  recall(frame: RecalledFrame): void {
    const isSeen = this.#timelines.get(frame.conversationId)?.recall(frame) ?? false
    const recall = `${frame.messageId} ${frame.recalledAt}`
    if (!isSeen || this.#recalled.has(recall)) return
    this.#recalled.add(recall)
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
    return known.map(({ id, position, createdAt }) => ({ id, seq: position!, createdAt }))
  }

  /** Conversations in which something waits, and up to where. */
  gaps(): Position[] {
    return [...this.#timelines.values()]
      .filter(({ hasGap }) => hasGap)
      .map(({ id, highestWaiting }) => ({ id, seq: highestWaiting }))
  }

  #hand(id: number, messages: Message[]): void {
    for (const message of messages) {
      this.#inTurn(id, () => this.#parts.deliver(message), message)
    }
  }

  /** At once where nothing of the conversation is still being worked on. */
  #inTurn(id: number, work: () => unknown, reached?: Reached): void {
    const before = this.#turns.get(id)
    const turn = before
      ? before.then(() => this.#run(id, work, reached))
      : this.#run(id, work, reached)
    if (!turn) return
    this.#turns.set(id, turn)
    void turn.then(() => {
      if (this.#turns.get(id) === turn) this.#turns.delete(id)
    })
  }

  #run(id: number, work: () => unknown, reached?: Reached): Promise<void> | undefined {
    const working = this.#trying(work)
    return working ? working.then(() => this.#keep(id, reached)) : this.#keep(id, reached)
  }

  /** What fails holds no message back, a store that is full neither. */
  #keep(id: number, reached?: Reached): Promise<void> | undefined {
    if (!reached) return undefined
    return this.#trying(() => this.#parts.positions.write(id, reached.seq, reached.createdAt))
  }

  /** Resolves once it is over, however it ended; `undefined` where it is already. */
  #trying(work: () => unknown): Promise<void> | undefined {
    try {
      const result = work()
      if (isPromise(result))
        return Promise.resolve(result).then(() => undefined, this.#parts.failed)
    } catch (error) {
      this.#parts.failed(error)
    }
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
