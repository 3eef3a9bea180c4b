import type { ConnectionContract } from '@adonisjs/lucid/types/database'
import { withStatementRetry } from '#kernel/database/main'

/** How knex runs a statement once it is composed. */
interface Dialect {
  _query(connection: Connection, statement: unknown): Promise<unknown>
}

interface Connection {
  /** Of the transaction that has it. */
  readonly __knexTxId?: unknown
}

/**
 * knex hands on the error of a statement that the database chose as the victim of a deadlock or of a serialization failure,
 * also where the statement is a transaction of its own, of which nothing was written and which can be run again as it is.
 * From now on this connection does so. In a transaction all that came before is lost as well: whoever began it uses
 * `withRetry`.
 *
 * Upstream: https://github.com/knex/knex/issues/5025 (closed: left to the application).
 * Remove when knex runs such a statement again, or offers a hook around the execution of a statement.
 */
export function retrySingleStatements({ client }: ConnectionContract): void {
  const dialect = client!.client as Dialect
  const run = dialect._query.bind(dialect)
  // Clients of transactions are made from its class, and do not have this.
  dialect._query = (connection, statement) => {
    if (connection.__knexTxId !== undefined) return run(connection, statement)
    return withStatementRetry(() => run(connection, statement))
  }
}
