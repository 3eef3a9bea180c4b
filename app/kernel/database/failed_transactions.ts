import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

type Transaction = TransactionClientContract
type Begin = (this: object, ...details: unknown[]) => Promise<unknown>

const mended = new WeakSet<object>()

/**
 * knex answers a BEGIN or a COMMIT that failed as if it had succeeded, and tells the failure to a promise beside it, which
 * Lucid does not ask: whatever had been written is gone, and whoever wrote it is told that it is kept; and of a transaction
 * that never began only the next statement complains, not saying why. From now on every transaction fails with either, as
 * the database said it. Called once when the application boots; later calls do nothing.
 */
export function reportFailedTransactions(): void {
  if (mended.has(Database.prototype)) return
  mended.add(Database.prototype)

  const { connection } = Database.prototype
  Database.prototype.connection = function (...details) {
    const client = connection.apply(this, details)
    mendClass(client)
    return client
  }
}

/** Lucid exports neither of the two classes whose `transaction` begins one. */
function mendClass(client: object): void {
  const prototype = Object.getPrototypeOf(client) as { transaction: Begin }
  if (mended.has(prototype)) return
  mended.add(prototype)

  const begin = prototype.transaction
  prototype.transaction = async function (work, options) {
    if (typeof work !== 'function') return mend((await begin.call(this, work)) as Transaction)
    return begin.call(this, async (trx: Transaction) => work(await mend(trx)), options)
  }
}

/** @throws why it did not begin */
async function mend(trx: Transaction): Promise<Transaction> {
  mendClass(trx)
  const { knexClient } = trx
  if (knexClient.isCompleted()) await knexClient.executionPromise
  const commit = knexClient.commit.bind(knexClient)
  const commitAndHear = async (value?: unknown) => {
    await commit(value)
    await knexClient.executionPromise
  }
  Object.assign(knexClient, { commit: commitAndHear })
  return trx
}
