import db from '@adonisjs/lucid/services/db'
import { storedMillis } from '#kernel/database/main'
import type { AuditKey } from './chain/audit_key.js'
import { lockEnds, readEnds, writeEnds } from './chain/chain_ends.js'

/** Removes the first entries of the chain that are older, up to `most`. Resolves to how many there were. */
export function removeOldEntries(
  key: AuditKey,
  { beforeMs, most }: { beforeMs: number; most: number }
): Promise<number> {
  return db.transaction(async (trx) => {
    await lockEnds(trx)
    const found = await readEnds(trx, key)
    if (!found) return 0
    const first = await trx
      .from('audit_entries')
      .whereNotNull('seal_no')
      .orderBy('seal_no')
      .limit(most)
      .select('id', 'seal_no', 'seal', 'created_at')
    const end = first.findIndex(({ created_at: at }) => storedMillis(at) >= beforeMs)
    const old = end === -1 ? first : first.slice(0, end)
    const last = old.at(-1)
    if (!last) return 0
    const ids = old.map(({ id }) => Number(id))
    await trx.from('audit_entries').whereIn('id', ids).delete()
    const ends = { ...found.ends, firstNo: Number(last.seal_no) + 1, firstSeal: String(last.seal) }
    await writeEnds(trx, ends, key)
    return old.length
  })
}
