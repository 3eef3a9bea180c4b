import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Counts changes of roles, menus and departments; the lock of its only row puts them in order, over all nodes. */
const revisionRow = (client: QueryClientContract) => client.from('access_revisions').where('id', 1)

export async function revisionOf(
  client: QueryClientContract,
  lock?: 'forShare' | 'forUpdate'
): Promise<number> {
  const query = revisionRow(client)
  if (lock) void query[lock]()
  return Number((await query.firstOrFail()).revision)
}

/** Excludes every other change of access until the transaction ends. */
export async function raiseRevision(trx: TransactionClientContract): Promise<void> {
  await revisionRow(trx).increment('revision', 1)
}

/** A transaction that changes roles, menus or departments, without asking what the operator may do. */
export function changeAccess<Result>(
  work: (trx: TransactionClientContract) => Promise<Result>
): Promise<Result> {
  return db.transaction(async (trx) => {
    await raiseRevision(trx)
    return work(trx)
  })
}
