import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ERASED_NAME } from '#kernel/personal_data/erased_name'
import type { Erasing } from '#kernel/personal_data/personal_data'

/**
 * What the service told others names whose deed it was. Only whole words are put away, and only in what the service says:
 * what people write is theirs.
 */
export async function renameInNotices({ person, each }: Erasing): Promise<void> {
  const { nickname } = person
  if (!nickname || nickname === ERASED_NAME) return
  const written = JSON.stringify(nickname).slice(1, -1)
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(written)}(?![\\p{L}\\p{N}])`, 'gu')
  const like = `%${written.replace(/[!%_]/g, '!$&')}%`
  let after = 0
  await each('messages', async (trx, most) => {
    for (let from = after; ;) {
      const rows = await notices(trx, { like, after: from, most })
      if (rows.length === 0) return 0
      from = Number(rows.at(-1)!.id)
      const renamed = rows
        .map(({ id, content }) => ({
          id,
          before: content,
          after: content.replace(word, ERASED_NAME),
        }))
        .filter((one) => one.after !== one.before)
      for (const { id, after: content } of renamed)
        await trx.from('messages').where({ id }).update({ content })
      if (renamed.length === 0) continue
      trx.after('commit', () => void (after = from))
      return renamed.length
    }
  })
}

interface Sought {
  like: string
  after: number
  most: number
}

function notices(
  trx: TransactionClientContract,
  { like, after, most }: Sought
): Promise<{ id: number; content: string }[]> {
  return trx
    .from('messages')
    .join('conversations', 'conversations.id', 'messages.conversation_id')
    .where('conversations.type', 'system')
    .where('messages.id', '>', after)
    .whereRaw(`messages.content like ? escape '!'`, [like])
    .orderBy('messages.id')
    .limit(most)
    .select('messages.id as id', 'messages.content as content')
}
