import type { StoredMessage } from '../writing/stored_message.js'

export function recalledFrame(message: StoredMessage) {
  const { conversationId, seq, id, senderId, recalledAt } = message
  return { type: 'recalled', conversationId, seq, messageId: id, senderId, recalledAt }
}
