import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

type Transaction = TransactionClientContract
type Begin = (this: object, ...details: unknown[]) => Promise<unknown>

const patched = new WeakSet<object>()

/**
 * knex resolves a BEGIN or a COMMIT that failed as if it had succeeded, and reports the failure to `executionPromise` beside
 * it, which Lucid does not await: whatever was written is gone, and whoever wrote it is told that it is stored; and of a
 * transaction that never began only the next statement complains, not saying why. From now on every transaction fails with
 * either, as the database said it. Later calls do nothing.
 *
 * Upstream: https://github.com/knex/knex/issues/6141, https://github.com/knex/knex/issues/3370 (COMMIT),
 * https://github.com/knex/knex/issues/4709 (BEGIN).
 * Remove when `commit()` and `transaction()` of knex reject by themselves.
 */
export function reportFailedTransactions(): void {
  if (patched.has(Database.prototype)) return
  patched.add(Database.prototype)

  const { connection } = Database.prototype
  Database.prototype.connection = function (...details) {
    const client = connection.apply(this, details)
    patchClass(client)
    return client
  }
}

/** Lucid exports neither of the two classes whose `transaction` begins one. */
function patchClass(client: object): void {
  const prototype = Object.getPrototypeOf(client) as { transaction: Begin }
  if (patched.has(prototype)) return
  patched.add(prototype)

  const begin = prototype.transaction
  prototype.transaction = async function (work, options) {
    if (typeof work !== 'function') return patch((await begin.call(this, work)) as Transaction)
    return begin.call(this, async (trx: Transaction) => work(await patch(trx)), options)
  }
}

/** @throws why it did not begin */
async function patch(trx: Transaction): Promise<Transaction> {
  patchClass(trx)
  const { knexClient } = trx
  if (knexClient.isCompleted()) await knexClient.executionPromise
  const commit = knexClient.commit.bind(knexClient)
  const commitOrReject = async (value?: unknown) => {
    await commit(value)
    await knexClient.executionPromise
  }
  Object.assign(knexClient, { commit: commitOrReject })
  return trx
}
