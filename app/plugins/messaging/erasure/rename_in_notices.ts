import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ERASED_NAME, type Erasing } from '#kernel/plugins/main'
import type { Notice } from '../notices/notifier.js'

/**
 * What the service told others names whose deed it was. Only whole words are put away, and only in what the service says:
 * what people write is theirs.
 */
export async function renameInNotices({ person, each }: Erasing): Promise<void> {
  const { nickname } = person
  if (!nickname || nickname === ERASED_NAME) return
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(nickname)}(?![\\p{L}\\p{N}])`, 'gu')
  const written = JSON.stringify(nickname).slice(1, -1)
  const like = `%${written.replace(/[!%_]/g, '!$&')}%`
  let after = 0
  await each('messages', async (trx, most) => {
    for (let from = after; ;) {
      const rows = await notices(trx, { like, after: from, most })
      if (rows.length === 0) return 0
      from = Number(rows.at(-1)!.id)
      const renamed = rows
        .map(({ id, content }) => ({ id, before: content, content: without(word, content) }))
        .filter(({ before, content }) => content !== before)
      for (const { id, content } of renamed)
        await trx.from('messages').where({ id }).update({ content })
      if (renamed.length === 0) continue
      trx.after('commit', () => void (after = from))
      return renamed.length
    }
  })
}

/** A name may be any word, one of those that hold a text together among them: it is put away from what is read alone. */
function without(word: RegExp, content: string): string {
  const notice = JSON.parse(content) as Notice
  const [title, body] = [notice.title, notice.body].map((text) => text.replace(word, ERASED_NAME))
  return JSON.stringify({ ...notice, title, body })
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
    .whereNull('messages.sender_id')
    .where('messages.id', '>', after)
    .whereRaw(`messages.content like ? escape '!'`, [like])
    .orderBy('messages.id')
    .limit(most)
    .select('messages.id as id', 'messages.content as content')
}
