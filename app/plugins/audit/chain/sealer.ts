import type { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AuditKey } from './audit_key.js'
import { lockEnds, readEnds, writeEnds } from './chain_ends.js'
import { contentOf, placeOf, type EntryRow } from './entry_row.js'
import { pendingEntries, setSeal } from './entry_table.js'

const AT_ONCE = 500

/** In place of the seal of an entry that was not written by the service. */
const REJECTED = 'rejected'

/** Chains entries that are committed: each seal is made of the one before, so that none is changed or removed unnoticed. */
export class Sealer {
  constructor(
    private readonly key: AuditKey,
    private readonly logger: Logger
  ) {}

  /** Seals all that are there. Resolves to how many. */
  async seal(): Promise<number> {
    let all = 0
    for (;;) {
      const some = await db.transaction((trx) => this.#sealSome(trx))
      all += some
      if (some < AT_ONCE) return all
    }
  }

  async #sealSome(trx: TransactionClientContract): Promise<number> {
    await lockEnds(trx)
    const found = await readEnds(trx, this.key)
    if (!found) throw new Error('The row of audit_chain is missing; restore it from a backup')
    const rows = await pendingEntries(trx, AT_ONCE)
    if (rows.length === 0) return 0
    let { lastNo, lastSeal } = found.ends
    for (const row of rows) {
      if (this.key.check(row.mac, contentOf(row)) === 'forged') {
        await this.#reject(row, trx)
        continue
      }
      lastNo += 1
      lastSeal = this.key.sign(placeOf(row, lastNo, lastSeal))
      await setSeal(trx, { id: row.id, no: lastNo, seal: lastSeal })
    }
    await writeEnds(trx, { ...found.ends, lastNo, lastSeal }, this.key)
    return rows.length
  }

  async #reject({ id }: EntryRow, trx: TransactionClientContract): Promise<void> {
    this.logger.error({ id }, 'an audit entry was not written by the service; it is not sealed')
    await setSeal(trx, { id, no: null, seal: REJECTED })
  }
}
