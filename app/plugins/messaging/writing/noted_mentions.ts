import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { StoredMessage } from './stored_message.js'

const AT_ONCE = 500

/** Notes whom messages mention, beside them, so that each finds where they are. */
export async function noteMentions(
  trx: QueryClientContract,
  messages: readonly StoredMessage[]
): Promise<void> {
  const rows = messages.flatMap(({ id, conversationId, seq, mentions }) => {
    const userIds = mentions === null ? [] : (JSON.parse(mentions) as number[])
    const place = { message_id: id, conversation_id: conversationId, seq }
    return userIds.map((userId) => ({ ...place, user_id: userId }))
  })
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await trx.table('message_mentions').multiInsert(rows.slice(from, from + AT_ONCE))
}
