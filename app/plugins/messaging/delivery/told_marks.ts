import { LRUCache } from 'lru-cache'
import { clock } from '#kernel/state/main'

interface ReadFrame {
  readonly conversationId: number
  readonly userId: number
  readonly seq: number
}

const KEPT_MS = 60_000
const MOST_KEPT = 10_000

/** The read marks that this node told of a moment ago: those of several nodes overtake each other, and a mark only rises. */
export class ToldMarks {
  readonly #told = new LRUCache<string, number>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => clock.elapsed() },
  })

  /** Whether a frame is a mark below one that was told before; one that is not is noted. */
  isOvertaken(frame: string): boolean {
    if (!frame.startsWith('{"type":"read"')) return false
    const { conversationId, userId, seq } = JSON.parse(frame) as ReadFrame
    const key = `${conversationId} ${userId}`
    if ((this.#told.get(key) ?? 0) > seq) return true
    this.#told.set(key, seq)
    return false
  }
}
