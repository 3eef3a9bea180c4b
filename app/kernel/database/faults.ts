const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'ER_SERVER_SHUTDOWN',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_CONNECTION_KILLED',
  'ER_NEW_ABORTING_CONNECTION',
  'ER_CON_COUNT_ERROR',
  'ER_USER_LIMIT_REACHED',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
  'ER_OUTOFMEMORY',
  'ER_OUT_OF_RESOURCES',
  'ER_ERROR_ON_READ',
  'ER_ERROR_ON_WRITE',
  'ER_LOCK_NOWAIT',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  '28000',
  '28P01',
  '3D000',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '25P03',
  '53000',
  '53200',
  '53300',
  '53400',
  '55000',
  '55P03',
  '58000',
  '58030',
  '58P01',
  '40001',
  '40P01',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
])

/** The server answers and accepts no writes. */
const READ_ONLY = new Set([
  '25006',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_READ_ONLY_MODE',
])

const REFUSED_CONNECTIONS = new Set(['53300', 'ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS'])

const FULL = new Set(['53100', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'SQLITE_FULL'])

const CONFLICTS = new Set([
  '23505',
  '23503',
  '23001',
  'ER_DUP_ENTRY',
  'ER_NO_REFERENCED_ROW_2',
  'ER_ROW_IS_REFERENCED_2',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
  'SQLITE_CONSTRAINT_TRIGGER',
])

const UNSTORABLE = new Set([
  '22001',
  '22003',
  '22021',
  '22P02',
  'ER_DATA_TOO_LONG',
  'ER_WARN_DATA_OUT_OF_RANGE',
  'ER_TRUNCATED_WRONG_VALUE',
  'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD',
])

const LOST_NAMES = new Set(['KnexTimeoutError', 'AcquireTimeoutError'])
const LOST_MESSAGE =
  /Connection terminated|Client has encountered a connection error|closed state|pool is draining|timeout expired$/i

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** The database cannot be reached, accepts no writes, or asks to try again: a temporary fault. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    LOST.has(code) ||
    READ_ONLY.has(code) ||
    FULL.has(code) ||
    code.startsWith('SQLITE_BUSY') ||
    LOST_NAMES.has(error.name) ||
    LOST_MESSAGE.test(error.message)
  )
}

/** The server, or its limit for this user, allows no more connections. */
export function isConnectionRefused(error: unknown): boolean {
  return REFUSED_CONNECTIONS.has(codeOf(error)) || isUserLimit(error)
}

/** The code is shared with other limits of a user. */
function isUserLimit(error: unknown): boolean {
  return (
    codeOf(error) === 'ER_USER_LIMIT_REACHED' &&
    (error as Error).message.includes('max_user_connections')
  )
}

/** A unique or foreign key was violated, as when two requests pass the same check at once. */
export function isConstraintConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error))
}

/** A value that the column cannot hold. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.has(codeOf(error))
}
