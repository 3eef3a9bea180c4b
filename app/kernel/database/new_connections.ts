import { silentConnections } from './silent_connections.js'

type Done = (error: Error | null, connection: object) => void

interface Connection {
  query(sql: string, done: (error: Error | null) => void): void
}

const CONNECT_SECONDS = 5

/**
 * A new connection that does not come about by then is none; what asked for it fails.
 *
 * @param seconds that a question may take, 0 for without end
 */
export function longestConnectMs(seconds: number): number {
  return Math.min(CONNECT_SECONDS, seconds || CONNECT_SECONDS) * 1000
}

/**
 * For `afterCreate` of a pool. A transaction that nobody goes on with for so many seconds is ended by the server: who
 * began it may be gone without a word, and would hold its locks for good.
 *
 * @param seconds 0 for no end
 */
export function onNewPostgres(seconds: number) {
  const limit = seconds > 0 ? `; set idle_in_transaction_session_timeout = ${seconds * 1000}` : ''
  return (client: Connection, done: Done) => {
    silentConnections.watch(client)
    client.query(`set time zone 'UTC'${limit}`, (error) => done(error, client))
  }
}

/**
 * The same. `wait_timeout` is known to MySQL and MariaDB alike, and ends idle connections as well: the pool has closed
 * them long before, at the defaults.
 */
export function onNewMysql(seconds: number) {
  return (connection: Connection, done: Done) => {
    silentConnections.watch(connection)
    if (seconds === 0) return done(null, connection)
    const limit = `set session wait_timeout = ${seconds}`
    connection.query(limit, (error) => done(error, connection))
  }
}
