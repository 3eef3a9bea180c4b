import type { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AuditKey } from './audit_key.js'
import { lockEnds, readEnds, writeEnds } from './chain_ends.js'
import { contentOf, placeOf } from './entry_row.js'
import { pendingEntries, rejectEntries, type Seal, setSeals } from './entry_table.js'

const AT_ONCE = 500

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
    const [seals, rejected]: [Seal[], number[]] = [[], []]
    for (const row of rows) {
      if (this.key.check(row.mac, contentOf(row)) === 'forged') {
        rejected.push(row.id)
        continue
      }
      lastNo += 1
      lastSeal = this.key.sign(placeOf(row, lastNo, lastSeal))
      seals.push({ id: row.id, no: lastNo, seal: lastSeal })
    }
    await setSeals(seals, trx)
    await this.#reject(rejected, trx)
    await writeEnds(trx, { ...found.ends, lastNo, lastSeal }, this.key)
    return rows.length
  }

  /** They were not written by the service. */
  async #reject(ids: readonly number[], trx: TransactionClientContract): Promise<void> {
    if (ids.length === 0) return
    this.logger.error({ ids }, 'audit entries that the service did not write are not sealed')
    await rejectEntries(ids, trx)
  }
}
