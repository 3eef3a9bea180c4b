import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

type Work = (trx: TransactionClientContract) => Promise<unknown>

/** How many transactions are open at once until the teardown, each with a connection. */
export function openTransactions() {
  const seen = { open: 0, most: 0 }
  const { transaction } = db
  const begin = transaction.bind(db) as (work: Work) => Promise<unknown>
  db.transaction = ((work: Work) => {
    seen.most = Math.max(seen.most, (seen.open += 1))
    return begin(work).finally(() => (seen.open -= 1))
  }) as typeof transaction
  return { seen, restore: () => void Reflect.deleteProperty(db, 'transaction') }
}
