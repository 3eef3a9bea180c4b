import { randomUUID } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { storedToIso, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { recalledFrame } from '../delivery/recalled_frame.js'

const AT_ONCE = 500

interface Fresh {
  id: number
  conversation_id: number
  seq: number
}

/**
 * What somebody wrote loses its text and keeps its place; it counts as recalled. Resolves to the frames that tell of what
 * was not recalled before. Clients choose `client_message_id`: it may say anything, and is replaced.
 */
export async function blankMessages(trx: TransactionClientContract, senderId: number) {
  const own = () => trx.from('messages').where('sender_id', senderId)
  const notRecalled = own().whereNull('recalled_at').forUpdate()
  const fresh: Fresh[] = await notRecalled.select('id', 'conversation_id', 'seq')
  const at = toStored(clock.now())
  await own().update({
    content: 'null',
    mentions: null,
    client_message_id: trx.raw('concat(cast(? as char(37)), id)', [`${randomUUID()}:`]),
    recalled_at: trx.raw('coalesce(recalled_at, ?)', [at]),
  })
  for (let from = 0; from < fresh.length; from += AT_ONCE)
    await recall(trx, fresh.slice(from, from + AT_ONCE), at)
  return fresh.map(({ id, conversation_id: conversationId, seq }) =>
    recalledFrame({ id, conversationId, seq, senderId, recalledAt: storedToIso(at) })
  )
}

async function recall(trx: TransactionClientContract, messages: readonly Fresh[], at: string) {
  const places = messages.map(({ conversation_id, seq }) => [conversation_id, seq])
  await trx.from('message_files').whereIn(['conversation_id', 'seq'], places).delete()
  await trx.from('message_mentions').whereIn(['conversation_id', 'seq'], places).delete()
  const recalls = messages.map(({ conversation_id, seq }) => {
    return { conversation_id, seq, recalled_at: at }
  })
  await trx.table('message_recalls').multiInsert(recalls)
}
