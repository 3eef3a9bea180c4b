import { prettyPrintError } from '@adonisjs/core'
import { isDatabaseLost } from '#kernel/database/main'

interface SystemError extends Error {
  code?: string
  address?: string
  port?: number
  hostname?: string
  syscall?: string
}

const DATABASE = 'see DB_HOST, DB_PORT and DATABASE_URL'

/** By the code of an error: what is wrong, and which settings to look at. */
const SENTENCES: Record<string, (error: SystemError) => string> = {
  'EADDRINUSE': ({ port }) =>
    `Port ${port} is taken: end the program that listens there, or set PORT or METRICS_PORT to another.`,
  'EACCES': ({ syscall, port, message }) =>
    syscall === 'listen'
      ? `Port ${port} is not allowed for this user: set PORT or METRICS_PORT to one above 1023.`
      : `${message}: give the user of the service access to it.`,
  'ECONNREFUSED': ({ address, port }) =>
    `The database does not answer at ${address}:${port}: start it, or ${DATABASE}.`,
  'ENOTFOUND': ({ hostname }) =>
    `There is no host ${hostname}: see HOST, DB_HOST, DATABASE_URL and REDIS_URL.`,
  'EADDRNOTAVAIL': ({ address }) => `This machine has no address ${address}: see HOST.`,
  'ETIMEDOUT': () => `The database does not answer in time: start it, or ${DATABASE}.`,
  'SQLITE_CANTOPEN': () =>
    'The database file cannot be opened: see SQLITE_PATH, and whether this user may write there.',
  '28P01': refusedLogin,
  '28000': refusedLogin,
  'ER_ACCESS_DENIED_ERROR': refusedLogin,
  '3D000': missingDatabase,
  'ER_BAD_DB_ERROR': missingDatabase,
}

function refusedLogin({ message }: SystemError): string {
  return `The database refuses the login (${message}): see DB_USER and DB_PASSWORD.`
}

function missingDatabase({ message }: SystemError): string {
  return `The database server has no such database (${message}): create it, or see DB_DATABASE.`
}

/** One sentence for an error that the operator can correct: a member `remedied`, or a common code. `null` for any other. */
export function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('remedied' in error) return error.message
  const { code = '' } = error as SystemError
  if (Object.hasOwn(SENTENCES, code)) return SENTENCES[code]!(error)
  return isDatabaseLost(error) ? SENTENCES.ETIMEDOUT!(error) : null
}

/** Ends a process that could not boot, with its sentence or with the stack, and exit code 1. */
export async function endOnBootFailure(error: unknown): Promise<never> {
  const sentence = sentenceOf(error)
  if (sentence) process.stderr.write(`${sentence}\n`)
  else await prettyPrintError(error)
  process.exit(1)
}
