import type { Socket } from 'node:net'

type Done = (error: Error | null, connection: object) => void

interface Connection {
  query(sql: string, done: (error: Error | null) => void): void
}

interface PostgresClient extends Connection {
  connection: { stream: Socket }
}

interface MysqlConnection extends Connection {
  stream: Socket
}

/** How much longer a connection waits for the server than the server lets a statement take. */
const GRACE_SECONDS = 5

/**
 * For `pool.afterCreate` of PostgreSQL: UTC, and limits for a statement, for a transaction that nobody continues, and for a
 * server that sends nothing.
 *
 * @param seconds of each limit; 0 for none
 * @param more a statement that sets something else
 */
export function setUpPostgres(seconds: number, more = '') {
  const milliseconds = seconds * 1000
  const limits = `set statement_timeout = ${milliseconds}; set idle_in_transaction_session_timeout = ${milliseconds}`
  return (client: PostgresClient, done: Done) => {
    endSilent(client.connection.stream, seconds)
    client.query(`set time zone 'UTC'; ${limits}; ${more}`, (error) => done(error, client))
  }
}

/**
 * For `pool.afterCreate` of MySQL and MariaDB, whose `wait_timeout` ends a transaction that nobody continues: its limit, and one
 * for a statement.
 *
 * @param seconds of each limit; 0 for those of the server
 * @param more a statement that sets something else, where there is no limit
 */
export function setUpMysql(seconds: number, more = '') {
  const limit = seconds > 0 ? `set session wait_timeout = ${Math.ceil(seconds)}` : more
  return (connection: MysqlConnection, done: Done) => {
    endSilent(connection.stream, seconds)
    if (!limit) return done(null, connection)
    connection.query(limit, (error) => done(error, connection))
  }
}

/** A connection on which nothing arrives may be dead without notice; ended, it leaves the pool, and its statement fails. */
function endSilent(stream: Socket, seconds: number): void {
  if (seconds === 0) return
  const error = Object.assign(new Error('The database sends nothing'), { code: 'ETIMEDOUT' })
  stream.setTimeout((seconds + GRACE_SECONDS) * 1000, () => stream.destroy(error))
}
