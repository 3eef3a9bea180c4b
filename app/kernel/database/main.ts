/** What the three databases have in common: instants, faults, retries, prepared statements. */
export { BusyPool } from './busy_pool.js'
export { type ColumnName, decimalColumn, jsonColumn } from './columns.js'
export { connectionLog } from './connection_log.js'
export { DatabasePresence } from './database_presence.js'
export { DatabaseWatch } from './database_watch.js'
export { type Dialect, dialectOf } from './dialect.js'
export { noteFailedConnections } from './failed_connections.js'
export {
  isConnectionRefused,
  isConstraintConflict,
  isDatabaseLost,
  isUnstorable,
} from './faults.js'
export { withRetry, withStatementRetry } from './with_retry.js'
export {
  instant,
  parseMillis,
  storedMillis,
  storedToIso,
  storedToIsoOrNull,
  toStored,
} from './instant.js'
export { longestConnectMs, onNewMysql, onNewPostgres } from './new_connections.js'
export { rowsChangedBy, runPrepared } from './prepared.js'
export { keepPrivate } from './private_file.js'
export { removeFound } from './remove_found.js'
export { serverOfUrl } from './server_of_url.js'
export { silentConnections } from './silent_connections.js'
export { assertUnchanged } from './unchanged.js'
