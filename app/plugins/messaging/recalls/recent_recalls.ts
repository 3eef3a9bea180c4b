import { clock } from '#kernel/state/main'
import type { StoredMessage } from '../writing/stored_message.js'

interface Recall {
  readonly messageId: number
  readonly recalledAt: string
  readonly notedAt: number
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
  readonly #kept = new Map<string, Recall>()

  note(frame: Place & { messageId: number; recalledAt: string }): void {
    const { messageId, recalledAt } = frame
    const now = clock.elapsed()
    this.#kept.delete(keyOf(frame))
    this.#kept.set(keyOf(frame), { messageId, recalledAt, notedAt: now })
    for (const [key, { notedAt }] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT && notedAt > now - KEPT_MS) break
      this.#kept.delete(key)
    }
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
