import db from '@adonisjs/lucid/services/db'
import { storedMillis } from '#kernel/database/main'
import type { AuditKey } from './chain/audit_key.js'
import { lockEnds, readEnds, writeEnds } from './chain/chain_ends.js'
import type { EntryRow } from './chain/entry_row.js'
import { chainedEntries, removeEntries } from './chain/entry_table.js'

/** Removes the first entries of the chain that are older, up to `most`. Resolves to how many there were. */
export function removeOldEntries(
  key: AuditKey,
  { beforeMs, most }: { beforeMs: number; most: number }
): Promise<number> {
  return db.transaction(async (trx) => {
    await lockEnds(trx)
    const found = await readEnds(trx, key)
    const { value } = await chainedEntries(trx, most).next()
    const first: EntryRow[] = value ?? []
    const end = first.findIndex(({ created_at: at }) => storedMillis(at) >= beforeMs)
    const old = end === -1 ? first : first.slice(0, end)
    const last = old.at(-1)
    if (!found || !last) return 0

    const ids = old.map(({ id }) => Number(id))
    await removeEntries(ids, trx)
    const ends = { ...found.ends, firstNo: Number(last.seal_no) + 1, firstSeal: String(last.seal) }
    await writeEnds(trx, ends, key)
    return old.length
  })
}
