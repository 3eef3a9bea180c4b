import { randomUUID } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import type { Erasing } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import { recalledFrame } from '../delivery/recalled_frame.js'
import type { PostOffice } from '../delivery/post_office.js'
import { toStoredMessage, type StoredMessage } from '../writing/stored_message.js'

/** By which clients know their messages; they choose it, so it may say anything. */
const ERASED = 'erased:'

/**
 * What somebody wrote loses its text and keeps its place. It counts as recalled: whoever has a copy is told, now or when
 * they come back.
 */
export async function eraseMessages({ person, each }: Erasing, post: PostOffice): Promise<void> {
  await each('messages', async (trx, most) => {
    const rows = await trx
      .from('messages')
      .where('sender_id', person.id)
      .where((left) => {
        void left.whereNull('recalled_at').orWhereNot('client_message_id', 'like', `${ERASED}%`)
      })
      .limit(most)
    const messages = rows.map((row) => toStoredMessage(row as Record<string, unknown>))
    const fresh = messages.filter(({ recalledAt }) => recalledAt === null)
    if (messages.length > 0) await blank(trx, messages, fresh)
    trx.after('commit', () => void tell(post, fresh))
    return messages.length
  })
}

async function blank(
  trx: TransactionClientContract,
  messages: readonly StoredMessage[],
  fresh: readonly StoredMessage[]
): Promise<void> {
  const at = toStored(clock.now())
  for (const message of messages) {
    const { id, conversationId, seq, recalledAt } = message
    const client = { client_message_id: `${ERASED}${randomUUID()}` }
    const values = { content: 'null', mentions: null, recalled_at: recalledAt ? undefined : at }
    await trx
      .from('messages')
      .where({ id })
      .update({ ...client, ...values })
    const place = { conversation_id: conversationId, seq }
    await trx.from('message_files').where(place).delete()
    await trx.from('message_mentions').where(place).delete()
  }
  const recalls = fresh.map(({ conversationId, seq }) => {
    return { conversation_id: conversationId, seq, recalled_at: at }
  })
  if (recalls.length > 0) await trx.table('message_recalls').multiInsert(recalls)
}

async function tell(post: PostOffice, messages: readonly StoredMessage[]): Promise<void> {
  const recalledAt = clock.date().toISOString()
  for (const message of messages) {
    const frame = recalledFrame({ ...message, recalledAt })
    await post.tell({ conversationId: message.conversationId, frame })
  }
}
