import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { withRetry, storedMillis, toStored } from '#kernel/database/main'
import type { ConversationType } from '../models/conversation.js'
import { rowsOf } from '../statements.js'

const CONVERSATIONS_AT_ONCE = 100

/**
 * Removes messages from the front of the conversations of one type, with what hangs on them. Each conversation notes where it
 * begins in the same instant, under the lock that also numbers its messages.
 */
export class RetiredMessages {
  /** What came before it has nothing old any more, as far as this round has seen. */
  #from = 0

  constructor(private readonly type: ConversationType) {}

  /** Up to `most` and those of the same front. Resolves to how many there were; 0 ends the round, and the next begins anew. */
  async remove(beforeMs: number, most: number): Promise<number> {
    let removed = 0
    for (const id of await this.#withOld(beforeMs)) {
      this.#from = id
      removed += await removeFront(id, { beforeMs, most })
      if (removed >= most) return removed
    }
    if (removed === 0) this.#from = 0
    return removed
  }

  /** Only the first message of each is looked at. */
  async #withOld(beforeMs: number): Promise<number[]> {
    const bindings = [this.type, this.#from, toStored(beforeMs)]
    const rows = await rowsOf(db.connection(), WITH_OLD, bindings)
    return rows.map((row) => Number(row.id))
  }
}

const WITH_OLD = `
  select c.id from conversations c
  join messages m on m.conversation_id = c.id and m.seq = c.removed_seq + 1
  where c.type = ? and c.id >= ? and m.created_at < ?
  order by c.id limit ${CONVERSATIONS_AT_ONCE}`

async function removeFront(
  id: number,
  { beforeMs, most }: { beforeMs: number; most: number }
): Promise<number> {
  const first = await db
    .from('messages')
    .where('conversation_id', id)
    .orderBy('seq')
    .limit(most)
    .select('seq', 'created_at')
  const last = first.findLast((row) => storedMillis(row.created_at) < beforeMs)
  if (!last) return 0
  return withRetry(5, () => db.transaction((trx) => removeUpTo(trx, id, Number(last.seq))))
}

async function removeUpTo(
  trx: TransactionClientContract,
  id: number,
  seq: number
): Promise<number> {
  await trx
    .from('conversations')
    .where({ id })
    .where('removed_seq', '<', seq)
    .update({ removed_seq: seq })
  const front = { conversation_id: id }
  await trx.from('message_recalls').where(front).where('seq', '<=', seq).delete()
  await trx.from('message_mentions').where(front).where('seq', '<=', seq).delete()
  await trx.from('message_files').where(front).where('seq', '<=', seq).delete()
  return Number(await trx.from('messages').where(front).where('seq', '<=', seq).delete())
}
