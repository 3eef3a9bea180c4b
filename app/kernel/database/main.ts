/** What the three databases have in common: instants, faults, retries, prepared statements. */
export { type ColumnName, decimalColumn, jsonColumn } from './columns.js'
export { setUpMysql, setUpPostgres } from './connection_setup.js'
export { DatabaseStatus } from './database_status.js'
export { type Dialect, dialectOf } from './dialect.js'
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
export { rowsChangedBy, runPrepared } from './prepared.js'
export { keepPrivate } from './private_file.js'
export { removeFound } from './remove_found.js'
export { foldText, refillSearchText, searchText, searchTextOf } from './search_text.js'
export { serverOfUrl } from './server_of_url.js'
export { assertUnchanged } from './unchanged.js'
