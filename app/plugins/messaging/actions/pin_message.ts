import { inject } from '@adonisjs/core'
import { refusals } from '../errors.js'
import type { ClientFrame } from '../frames/client_frames.js'
import { storedNow, type LockedConversation } from '../log/locked_conversation.js'
import { ChangeMessage } from './change_message.js'

const MOST_PINS = 50

/** Pins a message for everybody, or unpins it. What changes nothing writes no entry. */
@inject()
export class PinMessage {
  constructor(private readonly changeMessage: ChangeMessage) {}

  /** @throws as `ChangeMessage`; E_PINS_FULL */
  handle(userId: number, pin: ClientFrame<'pin'>) {
    return this.changeMessage.handle(userId, pin, async ({ conversation, message }) => {
      const { conversationId, seq, on } = pin
      const isPinned = message.pinnedAt !== null
      if (isPinned === on) return { conversationId, seq, pinnedAt: message.pinnedAt }

      if (on) await assertSpace(conversation)
      await conversation.updateMessage(seq, { pinned_at: on ? storedNow() : null })
      const change = { kind: 'pin', actorId: userId, targetSeq: seq } as const
      const { pinnedAt } = await conversation.append(change)
      return { conversationId, seq, pinnedAt }
    })
  }
}

async function assertSpace({ trx, id }: LockedConversation): Promise<void> {
  const pinned = trx.query().from('conversation_entries').where('conversation_id', id)
  const [count] = await pinned.whereNotNull('pinned_at').count('* as total')
  if (Number(count.total) >= MOST_PINS) throw new refusals.E_PINS_FULL()
}
