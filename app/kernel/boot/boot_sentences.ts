import { isConnectionRefused } from '#kernel/database/main'

interface SystemError extends Error {
  code?: string
  address?: string
  hostname?: string
  port?: number
  syscall?: string
}

const DATABASE = 'see DB_HOST, DB_PORT and DATABASE_URL'

export const DATABASE_SILENT = `The database does not answer in time: start it, or ${DATABASE}.`

const DATABASE_PLAIN =
  'The database server takes no TLS: switch it on there, or see the query of DATABASE_URL.'

/** What the driver of PostgreSQL has no code for. */
const BY_MESSAGE: Record<string, string> = {
  'timeout expired': DATABASE_SILENT,
  'The server does not support SSL connections': DATABASE_PLAIN,
}

/** What an operator can mend, by the code of its fault: what is wrong in one sentence, and which settings to look at. */
const SENTENCES: Record<string, (error: SystemError) => string | null> = {
  'EADDRINUSE': ({ port }) =>
    `Port ${port} is taken: end the program that listens there, or set PORT to another.`,
  'EADDRNOTAVAIL': ({ address }) =>
    `${address} is no address of this machine: set HOST to one of its own, or to 0.0.0.0.`,
  'EACCES': (error) =>
    error.syscall === 'listen'
      ? `Port ${error.port} is not for this user: set PORT to one above 1023.`
      : `${error.message}: give the service's user the right to it.`,
  'ECONNREFUSED': ({ address, port }) =>
    `The database does not answer at ${address}:${port}: start it, or ${DATABASE}.`,
  'ETIMEDOUT': () => DATABASE_SILENT,
  'EHOSTUNREACH': unreachable,
  'EHOSTDOWN': unreachable,
  'ENETUNREACH': unreachable,
  'ENETDOWN': unreachable,
  'CERT_HAS_EXPIRED': refusedCertificate,
  'CERT_NOT_YET_VALID': refusedCertificate,
  'DEPTH_ZERO_SELF_SIGNED_CERT': refusedCertificate,
  'SELF_SIGNED_CERT_IN_CHAIN': refusedCertificate,
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE': refusedCertificate,
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY': refusedCertificate,
  'ERR_TLS_CERT_ALTNAME_INVALID': refusedCertificate,
  'HANDSHAKE_NO_SSL_SUPPORT': () => DATABASE_PLAIN,
  'ENOTFOUND': ({ hostname }) =>
    `There is no host "${hostname}", where the database should be: ${DATABASE}.`,
  'EAI_AGAIN': ({ hostname }) =>
    `The name of the database's host, "${hostname}", is not resolved just now: ${DATABASE}.`,
  '3D000': missingDatabase,
  'ER_BAD_DB_ERROR': missingDatabase,
  '28P01': refusedUser,
  '28000': refusedUser,
  'ER_ACCESS_DENIED_ERROR': refusedUser,
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR': refusedUser,
  'ER_HOST_NOT_PRIVILEGED': refusedUser,
  'ER_HOST_IS_BLOCKED': refusedUser,
  'ER_DBACCESS_DENIED_ERROR': refusedUser,
  '42501': missingRight,
  'ER_TABLEACCESS_DENIED_ERROR': missingRight,
  '42P07': (error) => (error.message.includes('"adonis_schema"') ? missingRight(error) : null),
  'SQLITE_CANTOPEN': () =>
    'The database file cannot be opened: see SQLITE_PATH, and whether this user may write there.',
  'SQLITE_READONLY': () =>
    'The database file cannot be written: give this user the right to it and to its folder.',
  'SQLITE_NOTADB': () => 'The file at SQLITE_PATH is no database: set it to another.',
}

function unreachable({ address, port, code }: SystemError): string {
  return `No way leads to the database at ${address}:${port} (${code}): see the network and its firewalls, or ${DATABASE}.`
}

function refusedCertificate({ message }: SystemError): string {
  return `The certificate of the database's server is not accepted (${message}): renew it there, or see the query of DATABASE_URL.`
}

function missingDatabase({ message }: SystemError): string {
  return `The database server has no such database (${message}): create it, or see DB_DATABASE.`
}

function refusedUser({ message }: SystemError): string {
  return `The database refuses the login (${message}): see DB_USER and DB_PASSWORD.`
}

function refusedConnection({ message }: Error): string {
  return `The database takes no more connections (${message}): raise max_connections of its server or the limit of its user, or lower DB_POOL_MAX of the nodes.`
}

/** A table that is another user's is not shown to this one, who then makes it and cannot. */
function missingRight({ message }: SystemError): string {
  return `The database's user lacks a right (${message}): let it own the database and all tables in it; on PostgreSQL restore with pg_restore --no-owner --role=USER, or hand over what another restored with REASSIGN OWNED BY other TO user; on MySQL and MariaDB grant it all privileges on the database.`
}

/** One sentence for the operator, where the fault is theirs to mend; `null` for any other. */
export function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('remedied' in error) return error.message
  if (isConnectionRefused(error)) return refusedConnection(error)
  const { code = '' } = error as SystemError
  if (Object.hasOwn(SENTENCES, code)) return SENTENCES[code]!(error)
  return BY_MESSAGE[error.message] ?? null
}
