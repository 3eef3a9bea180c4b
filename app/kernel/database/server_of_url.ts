import { readFileSync } from 'node:fs'
import { isAddress, E_MISSING_SETTING } from '#kernel/settings/main'

interface Tls {
  rejectUnauthorized: boolean
  ca?: string
  /** For `mysql2`, which looks at the name only where it is told so. */
  verifyIdentity?: boolean
}

export interface DatabaseServer {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Left out where the address says nothing of it. */
  ssl?: Tls | false
}

interface Dialect {
  port: number
  mode: string
  authority: string
  /** What there is to choose, and whether the server has to prove who it is; `null` for no TLS. */
  modes: Readonly<Record<string, boolean | null>>
}

const DIALECTS: Readonly<Record<'pg' | 'mysql', Dialect>> = {
  pg: {
    port: 5432,
    mode: 'sslmode',
    authority: 'sslrootcert',
    modes: { 'disable': null, 'require': false, 'verify-full': true },
  },
  mysql: {
    port: 3306,
    mode: 'ssl-mode',
    authority: 'ssl-ca',
    modes: { DISABLED: null, REQUIRED: false, VERIFY_IDENTITY: true },
  },
}

/**
 * Where `DATABASE_URL` leads.
 *
 * @throws E_MISSING_SETTING for what is no address, and for whatever its query asks for that is not understood: who asks
 *   for TLS must not be connected without
 */
export function serverOfUrl(address: string, kind: 'pg' | 'mysql'): DatabaseServer {
  if (!isAddress(address))
    throw new E_MISSING_SETTING(
      'DATABASE_URL is no address; set one such as postgres://user:password@host:port/name, with special characters percent-encoded'
    )
  const url = new URL(address)
  const ssl = tlsOf(url.searchParams, DIALECTS[kind])
  return {
    host: url.hostname,
    port: Number(url.port || DIALECTS[kind].port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(ssl === undefined ? {} : { ssl }),
  }
}

function tlsOf(query: URLSearchParams, dialect: Dialect): Tls | false | undefined {
  const { mode, authority, modes } = dialect
  for (const [key, value] of query) {
    if (key === mode ? Object.hasOwn(modes, value) : key === authority) continue
    throw new E_MISSING_SETTING(
      `DATABASE_URL asks for ${key === mode ? `${key}=${value}` : key}, which is not understood; leave it out, or set ${choicesOf(dialect)}`
    )
  }
  const chosen = query.get(mode)
  const file = query.get(authority)
  if (file !== null && (chosen === null || !modes[chosen]))
    throw new E_MISSING_SETTING(
      `DATABASE_URL names ${authority}, which nobody looks at unless the server has to prove who it is; add ${mode}=${strictestOf(dialect)}, or leave it out`
    )
  if (chosen === null) return undefined
  const isVerified = modes[chosen]
  if (isVerified === null || isVerified === undefined) return false
  if (!isVerified) return { rejectUnauthorized: false }
  const ca = file === null ? {} : { ca: certificateAt(file, authority) }
  return { rejectUnauthorized: true, verifyIdentity: true, ...ca }
}

function choicesOf({ mode, authority, modes }: Dialect): string {
  return `${mode} to one of ${Object.keys(modes).join(', ')}, and ${authority} to a file`
}

function strictestOf({ modes }: Dialect): string {
  return Object.keys(modes).find((mode) => modes[mode])!
}

function certificateAt(file: string, key: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new E_MISSING_SETTING(
      `DATABASE_URL names ${file} as ${key}, which cannot be read; set it to a file with the certificate of the authority`
    )
  }
}
