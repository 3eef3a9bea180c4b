import db from '@adonisjs/lucid/services/db'
import {
  dialectOf,
  rowsChangedBy,
  runPrepared,
  toStored,
  type Dialect,
} from '#kernel/database/main'
import { CLEAR } from './login_attempts.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { marksOf } from '../sessions/client_marks.js'

export interface Opening {
  /** The session's name. */
  sid: string
  userId: number
  /** The hash that the operator's password was verified against. */
  passwordHash: string
  client: ClientDetails
  /** The account that logged in, and whether its failures are forgotten; `null` where nobody typed a password. */
  login: { account: string; clears: boolean } | null
  /** Of the session's first refresh token. */
  token: { hash: string; nonce: string }
  openedAtMs: number
  expiresAtMs: number
}

interface Statement {
  sql: string
  bindings: (string | number | null)[]
}

const SHARED = { postgres: 'for share', mysql: 'lock in share mode', sqlite: '' }

/**
 * Writes a session and its first refresh token and, after a login, the entry in the history and that the account's
 * failures are forgotten: all or nothing. Resolves to `false` where the password that was
 * verified is no longer the user's, or the user is no longer enabled: whoever changes either ends the sessions that are
 * open, and none may come after.
 */
export async function openSession(opening: Opening): Promise<boolean> {
  const client = db.connection()
  const dialect = dialectOf(client)
  const [session, ...others] = statementsOf(opening, dialect)
  if (dialect === 'postgres')
    return (await runPrepared(client, dialect, inOne(session!, others))).length > 0
  return db.transaction(async (trx) => {
    if ((await rowsChangedBy(trx, session!)) === 0) return false
    for (const { sql, bindings } of others) await trx.rawQuery(sql, bindings as string[])
    return true
  })
}

/** The first inserts the session; the others find it as `opened`. */
function statementsOf(opening: Opening, dialect: Dialect): Statement[] {
  const { sid, userId, passwordHash, client, login, token } = opening
  const { address, network, device } = marksOf(client)
  const { ip, userAgent } = client
  const [openedAt, expiresAt] = [toStored(opening.openedAtMs), toStored(opening.expiresAtMs)]
  const isOne = dialect === 'postgres'
  const at = isOne ? '?::timestamptz' : '?'
  const opened = isOne ? 'opened' : '(select id, user_id from sessions where sid = ?) opened'
  const found = isOne ? [] : [sid]
  const statements: Statement[] = [
    {
      sql: `insert into sessions
        (user_id, sid, ip, address, network, device, user_agent, created_at, last_used_at, expires_at)
        select id, ?, ?, ?, ?, ?, ?, ${at}, ${at}, ${at} from users
        where id = ? and password = ? and status = 'enabled' ${SHARED[dialect]}`,
      bindings: [
        ...[sid, ip, address, network, device, userAgent, openedAt, openedAt, expiresAt],
        ...[userId, passwordHash],
      ],
    },
    {
      sql: `insert into refresh_tokens (session_id, hash, nonce, created_at, expires_at)
        select id, ?, ?, ${at}, ${at} from ${opened}`,
      bindings: [token.hash, token.nonce, openedAt, expiresAt, ...found],
    },
  ]
  if (!login) return statements
  statements.push({
    sql: `insert into security_events (type, account, user_id, session_id, ip, user_agent, created_at)
      select 'login', ?, user_id, id, ?, ?, ${at} from ${opened}`,
    bindings: [login.account, ip, userAgent, openedAt, ...found],
  })
  if (login.clears)
    statements.push({
      sql: `${CLEAR} and exists (select 1 from ${opened})`,
      bindings: [login.account, ...found],
    })
  return statements
}

/** Fewer round trips: while passwords are hashed, each of them costs more than what it asks for. */
function inOne(session: Statement, others: Statement[]): Statement {
  const parts = others.map(({ sql }, index) => `, part_${index} as (${sql})`)
  return {
    sql: `with opened as (${session.sql} returning id, user_id)${parts.join('')} select id from opened`,
    bindings: [session, ...others].flatMap(({ bindings }) => bindings),
  }
}
