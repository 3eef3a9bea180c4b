import type { ConnectionContract } from '@adonisjs/lucid/types/database'
import { withStatementRetry } from './with_retry.js'

/** How knex runs a statement once it is composed: pinned by tests/unit/database/single_statements.spec.ts. */
interface Dialect {
  _query(connection: Connection, statement: unknown): Promise<unknown>
}

interface Connection {
  /** Of the transaction that has it. */
  readonly __knexTxId?: unknown
}

/**
 * Has a database connection run each statement outside of transactions again where it had to give way to another. Nothing of
 * it was written, and whoever asked for it has done nothing wrong. In a transaction all that came before is gone with it:
 * whoever began that uses `insisting`.
 */
export function insistOnSingleStatements({ client }: ConnectionContract): void {
  const dialect = client!.client as Dialect
  const run = dialect._query.bind(dialect)
  // Clients of transactions are made from its class, and do not have this.
  dialect._query = (connection, statement) => {
    if (connection.__knexTxId !== undefined) return run(connection, statement)
    return withStatementRetry(() => run(connection, statement))
  }
}
