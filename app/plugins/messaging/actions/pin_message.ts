import { inject } from '@adonisjs/core'
import { storedToIso } from '#kernel/database/main'
import { E_PINS_FULL } from '../errors.js'
import { storedNow, type LockedConversation } from '../log/locked_conversation.js'
import { ChangeMessage, type MessagePlace } from './change_message.js'

interface Pin extends MessagePlace {
  /** Whether it is pinned from now on. */
  readonly on: boolean
}

const MOST_PINS = 50

/** Pins a message for everybody, or unpins it. What changes nothing writes no entry. */
@inject()
export class PinMessage {
  constructor(private readonly changeMessage: ChangeMessage) {}

  /** @throws as `ChangeMessage`; E_PINS_FULL */
  handle(userId: number, pin: Pin) {
    return this.changeMessage.handle(userId, pin, async ({ conversation, message }) => {
      const { conversationId, seq, on } = pin
      const { pinnedAt } = message
      if ((pinnedAt !== null) === on) return { conversationId, seq, pinnedAt }

      if (on) await assertSpace(conversation)
      const at = on ? storedNow() : null
      await conversation.updateMessage(seq, { pinned_at: at })
      const target = { ...message, pinnedAt: at && storedToIso(at) }
      await conversation.append({ kind: 'pin', actorId: userId, target })
      return { conversationId, seq, pinnedAt: target.pinnedAt }
    })
  }
}

async function assertSpace({ trx, id }: LockedConversation): Promise<void> {
  const pinned = trx.query().from('conversation_entries').where('conversation_id', id)
  const [count] = await pinned.whereNotNull('pinned_at').count('* as total')
  if (Number(count.total) >= MOST_PINS) throw new E_PINS_FULL()
}
