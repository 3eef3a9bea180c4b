import { LRUCache } from 'lru-cache'
import { clock } from '#kernel/state/main'
import type { StoredMessage } from '../writing/stored_message.js'

interface Recall {
  readonly messageId: number
  readonly recalledAt: string
}

interface Place {
  readonly conversationId: number
  readonly seq: number
}

const KEPT_MS = 300_000
const MOST_KEPT = 10_000

/**
 * What was recalled a moment ago: a message that was read from the database or waited for its turn before the recall goes
 * out after it, and must not bring its content.
 */
export class RecentRecalls {
  readonly #kept = new LRUCache<string, Recall>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => clock.elapsed() },
  })

  note(frame: Place & { messageId: number; recalledAt: string }): void {
    const { messageId, recalledAt } = frame
    this.#kept.set(keyOf(frame), { messageId, recalledAt })
  }

  /** The message as it is now. */
  applied(message: StoredMessage): StoredMessage {
    const recall = this.#of(message, message.id)
    if (!recall || message.recalledAt !== null) return message
    return { ...message, content: 'null', mentions: null, recalledAt: recall.recalledAt }
  }

  /** The frame of a message as it is now. */
  appliedTo(frame: string, place: Place): string {
    if (!this.#kept.has(keyOf(place))) return frame
    const { type, message } = JSON.parse(frame) as {
      type: string
      message: { id: number; recalledAt: string | null }
    }
    const recall = this.#of(place, message.id)
    if (!recall || message.recalledAt !== null) return frame
    const { recalledAt } = recall
    return JSON.stringify({
      type,
      message: { ...message, content: null, mentions: [], recalledAt },
    })
  }

  #of(place: Place, messageId: number): Recall | undefined {
    if (this.#kept.size === 0) return undefined
    const recall = this.#kept.get(keyOf(place))
    return recall?.messageId === messageId ? recall : undefined
  }
}

const keyOf = ({ conversationId, seq }: Place) => `${conversationId} ${seq}`
