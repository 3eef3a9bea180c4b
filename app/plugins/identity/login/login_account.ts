import db from '@adonisjs/lucid/services/db'
import { dialectOf, runPrepared, storedMillis, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import type { ClientMarks } from '../sessions/client_marks.js'

/** What a login has to know of an account name, and of the client that tries it. */
export interface LoginAccount {
  name: string
  /** `null` where nobody has the name. */
  user: { id: number; password: string; isEnabled: boolean } | null
  /** Whether failures of the name were counted before. */
  isCounted: boolean
  lockedUntilMs: number | null
  /** Whether the account was logged in to before, from this address, with this kind of device, from this network. */
  knows: { address: boolean; device: boolean; network: boolean }
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
  { address, device, network }: ClientMarks
): Promise<LoginAccount> {
  const client = db.connection()
  const now = clock.now()
  const bindings = [address ?? '', device, network ?? '', toStored(now), name, name]
  const [row] = await runPrepared(client, dialectOf(client), { sql: FIND, bindings })
  const { id, password, status, account, locked_until: locked, ...known } = row!
  const lockedUntilMs = locked === null ? 0 : storedMillis(locked)
  return {
    name,
    user: id === null ? null : userOf(id, password, status),
    isCounted: account !== null,
    lockedUntilMs: lockedUntilMs > now ? lockedUntilMs : null,
    knows: {
      address: Boolean(known.address),
      device: Boolean(known.device),
      network: Boolean(known.network),
    },
    openSessions: Number(known.open_sessions),
  }
}

function userOf(id: unknown, password: unknown, status: unknown) {
  return { id: Number(id), password: String(password), isEnabled: status === 'enabled' }
}
