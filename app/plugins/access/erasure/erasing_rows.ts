import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { withRetry } from '#kernel/database/main'
import type { ErasedPerson, Erasing, ErasingStep } from '#kernel/plugins/main'
import Erasure from '../models/erasure.js'

/** No transaction changes more: others wait for none of them. */
const AT_ONCE = 500
const TIMES = 5

/** What one plugin changes, counted in its erasure. */
export function erasingRows(person: ErasedPerson, erasureId: number, plugin: string): Erasing {
  const note = (trx: TransactionClientContract, table: string, rows: number) =>
    rows > 0 ? add(trx, erasureId, { plugin, table, rows }) : undefined
  const once = (table: string, step: ErasingStep) =>
    withRetry(TIMES, () =>
      db.transaction(async (trx) => {
        await lock(trx, erasureId)
        const rows = await step(trx, AT_ONCE)
        await note(trx, table, rows)
        return rows
      })
    )
  return {
    person,
    each: async (table, step) => {
      while ((await once(table, step)) > 0);
    },
    count: async (table, rows) => void (await once(table, async () => rows)),
  }
}

/** The update is what takes the lock, on every database: no other process is at this person meanwhile. */
async function lock(trx: TransactionClientContract, id: number): Promise<void> {
  await trx
    .from(Erasure.table)
    .where({ id })
    .update({ user_id: trx.raw('user_id') })
}

interface Changed {
  plugin: string
  table: string
  rows: number
}

async function add(trx: TransactionClientContract, id: number, { plugin, table, rows }: Changed) {
  const erasure = await Erasure.query({ client: trx }).where({ id }).firstOrFail()
  const ofPlugin = erasure.counts[plugin] ?? {}
  const counted = { ...ofPlugin, [table]: (ofPlugin[table] ?? 0) + rows }
  erasure.counts = { ...erasure.counts, [plugin]: counted }
  await erasure.save()
}
