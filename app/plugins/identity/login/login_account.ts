import db from '@adonisjs/lucid/services/db'
import { dialectOf, runPrepared, storedMillis, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import type { ClientFingerprint } from '../sessions/client_details.js'

/** What a login reads of an account name, and of the client that tries it. */
export interface LoginAccount {
  name: string
  /** `null` where nobody has the name. */
  user: { id: number; password: string; isEnabled: boolean } | null
  /** Whether the name has a row in `login_attempts`. */
  hasAttempts: boolean
  /** `null` where it is not locked. */
  lockedUntilMs: number | null
  /** Whether the account has had a session from this address, device or network. */
  seenBefore: { address: boolean; device: boolean; network: boolean }
  openSessions: number
}

const FIND = `select users.id, users.password, users.status, attempts.account, attempts.locked_until,
    exists (select 1 from sessions where user_id = users.id and address = ?) as address,
    exists (select 1 from sessions where user_id = users.id and device = ?) as device,
    exists (select 1 from sessions where user_id = users.id and network = ?) as network,
    (select count(*) from sessions
      where user_id = users.id and ended_at is null and expires_at > ?) as open_sessions
  from (select 1 as one) asked
  left join users on users.username = ?
  left join login_attempts attempts on attempts.account = ?`

export async function findLoginAccount(
  name: string,
  { address, device, network }: ClientFingerprint
): Promise<LoginAccount> {
  const client = db.connection()
  const now = clock.now()
  const bindings = [address ?? '', device, network ?? '', toStored(now), name, name]
  const [row] = await runPrepared(client, dialectOf(client), { sql: FIND, bindings })
  const { id, password, status, account, locked_until: locked, ...found } = row!
  const lockedUntilMs = locked === null ? 0 : storedMillis(locked)
  return {
    name,
    user: id === null ? null : userOf(id, password, status),
    hasAttempts: account !== null,
    lockedUntilMs: lockedUntilMs > now ? lockedUntilMs : null,
    seenBefore: {
      address: Boolean(found.address),
      device: Boolean(found.device),
      network: Boolean(found.network),
    },
    openSessions: Number(found.open_sessions),
  }
}

function userOf(id: unknown, password: unknown, status: unknown) {
  return { id: Number(id), password: String(password), isEnabled: status === 'enabled' }
}
