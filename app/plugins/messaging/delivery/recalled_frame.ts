import type { StoredMessage } from '../writing/stored_message.js'

type Told = Pick<StoredMessage, 'conversationId' | 'seq' | 'id' | 'senderId' | 'recalledAt'>

export function recalledFrame({ conversationId, seq, id, senderId, recalledAt }: Told) {
  return { type: 'recalled', conversationId, seq, messageId: id, senderId, recalledAt }
}

interface RecalledFrame {
  readonly conversationId: number
  readonly seq: number
  readonly messageId: number
  readonly recalledAt: string
}

/** What a frame recalls; `null` for one of another type. */
export function recallIn(frame: string): RecalledFrame | null {
  return frame.startsWith('{"type":"recalled"') ? (JSON.parse(frame) as RecalledFrame) : null
}
