type Done = (error: Error | null, connection: object) => void

interface Connection {
  query(sql: string, done: (error: Error | null) => void): void
}

/**
 * For `pool.afterCreate` of PostgreSQL: UTC, and limits for a statement and for a transaction that nobody continues.
 *
 * @param seconds of each limit; 0 for none
 */
export function setUpPostgres(seconds: number) {
  const milliseconds = seconds * 1000
  const limits = `set statement_timeout = ${milliseconds}; set idle_in_transaction_session_timeout = ${milliseconds}`
  return (client: Connection, done: Done) =>
    client.query(`set time zone 'UTC'; ${limits}`, (error) => done(error, client))
}

/**
 * For `pool.afterCreate` of MySQL and MariaDB, whose `wait_timeout` ends a transaction that nobody continues.
 *
 * @param seconds 0 for the server's own limit
 */
export function setUpMysql(seconds: number) {
  return (connection: Connection, done: Done) => {
    if (seconds === 0) return done(null, connection)
    connection.query(`set session wait_timeout = ${seconds}`, (error) => done(error, connection))
  }
}
