import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { insisting } from '#kernel/database/insisting'
import { eldestRows } from '#kernel/retention/eldest_rows'

/**
 * Removes messages from the front of their conversations, with what hangs on them. Each conversation notes where it
 * begins in the same instant, under the lock that also numbers its messages.
 */
export async function removeMessages(beforeMs: number, most: number): Promise<number> {
  const old = await eldestRows('messages', ['conversation_id', 'seq'], { beforeMs, most })
  const upTo = new Map<number, number>()
  for (const row of old) {
    const id = Number(row.conversation_id)
    upTo.set(id, Math.max(upTo.get(id) ?? 0, Number(row.seq)))
  }
  let removed = 0
  for (const [id, seq] of upTo)
    removed += await insisting(5, () => db.transaction((trx) => removeUpTo(trx, id, seq)))
  return removed
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
  await trx.from('message_files').where(front).where('seq', '<=', seq).delete()
  return Number(await trx.from('messages').where(front).where('seq', '<=', seq).delete())
}
