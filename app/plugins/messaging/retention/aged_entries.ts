import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { storedMillis, toStored, withRetry } from '#kernel/database/main'
import type { ConversationType } from '../models/conversation.js'
import { read } from '../statements.js'

const CONVERSATIONS_AT_ONCE = 100

/**
 * Removes entries from the front of the conversations of one type. Each conversation knows its first entry, which changes under the
 * lock that also numbers entries.
 */
export class AgedEntries {
  /** Conversations before it have nothing old any more, as far as this round has seen. */
  #from = 0

  constructor(private readonly type: ConversationType) {}

  /** Up to `most` of each conversation. Resolves to how many there were; 0 ends the round. */
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

  /** Only the first entry of each is looked at. */
  async #withOld(beforeMs: number): Promise<number[]> {
    const rows = await read(WITH_OLD, [this.type, this.#from, toStored(beforeMs)])
    return rows.map((row) => Number(row.id))
  }
}

const WITH_OLD = `
  select c.id from conversations c
  join conversation_entries e on e.conversation_id = c.id and e.seq = c.first_seq
  where c.type = ? and c.id >= ? and e.created_at < ?
  order by c.id limit ${CONVERSATIONS_AT_ONCE}`

async function removeFront(
  id: number,
  { beforeMs, most }: { beforeMs: number; most: number }
): Promise<number> {
  const first = await db
    .from('conversation_entries')
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
  const first = trx.from('conversations').where({ id }).where('first_seq', '<=', seq)
  await first.update({ first_seq: seq + 1 })
  const front = [id, seq]
  const condition = 'conversation_id = ? and seq <= ?'
  await trx.from('message_mentions').whereRaw(condition, front).delete()
  await trx.from('message_reactions').whereRaw(condition, front).delete()
  return Number(await trx.from('conversation_entries').whereRaw(condition, front).delete())
}
