import { clock } from '#kernel/state/main'

interface ReadFrame {
  readonly conversationId: number
  readonly userId: number
  readonly seq: number
}

interface Told {
  readonly seq: number
  readonly at: number
}

const KEPT_MS = 60_000
const MOST_KEPT = 10_000

/** The read marks that this node told of a moment ago: those of several nodes overtake each other, and a mark only rises. */
export class ToldMarks {
  readonly #told = new Map<string, Told>()

  /** Whether a frame is a mark below one that was told before; one that is not is noted. */
  isOvertaken(frame: string): boolean {
    if (!frame.startsWith('{"type":"read"')) return false
    const { conversationId, userId, seq } = JSON.parse(frame) as ReadFrame
    const key = `${conversationId} ${userId}`
    const at = clock.elapsed()
    this.#forget(at)
    if ((this.#told.get(key)?.seq ?? 0) > seq) return true
    this.#told.delete(key)
    this.#told.set(key, { seq, at })
    return false
  }

  #forget(now: number): void {
    for (const [key, { at }] of this.#told) {
      if (this.#told.size < MOST_KEPT && at > now - KEPT_MS) return
      this.#told.delete(key)
    }
  }
}
