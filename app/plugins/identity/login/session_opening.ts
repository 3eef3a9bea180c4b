import db from '@adonisjs/lucid/services/db'
import { dialectOf, runPrepared, toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import RefreshToken from '../models/refresh_token.js'
import Session from '../models/session.js'
import User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { marksOf } from '../sessions/client_marks.js'
import type { EndedSession } from '../sessions/session_name.js'
import { FORGET_FAILURES } from './login_attempts.js'

export interface Opening {
  /** The session's name. */
  sid: string
  userId: number
  /** The hash that the operator's password was verified against. */
  passwordHash: string
  client: ClientDetails
  /** The account that logged in, and whether its failures are forgotten; `null` where nobody typed a password. */
  login: { account: string; forgets: boolean } | null
  /** Of the session's first refresh token. */
  token: { hash: string; nonce: string }
  openedAtMs: number
  expiresAtMs: number
  /** How many sessions the user may have open, this one among them. */
  perUser: number
}

/** A session that was opened, and those that ended because there would have been too many. */
export interface Opened {
  id: number
  superseded: EndedSession[]
}

/**
 * Writes a session and its first refresh token and, after a login, the entry in the history and that the account's
 * failures are forgotten: all or nothing. Resolves to `null` where the password that was
 * verified is no longer the user's, or the user is no longer enabled: whoever changes either ends the sessions that are
 * open, and none may come after.
 */
export function openSession(opening: Opening): Promise<Opened | null> {
  return dialectOf(db.connection()) === 'postgres'
    ? openInOneStatement(opening)
    : openInOneTransaction(opening)
}

function openInOneTransaction(opening: Opening): Promise<Opened | null> {
  const { client, login, token, sid, userId, passwordHash } = opening
  const [openedAt, expiresAt] = [opening.openedAtMs, opening.expiresAtMs].map((ms) =>
    DateTime.fromMillis(ms)
  )
  return actAsSystem('open a session', () =>
    db.transaction(async (trx) => {
      const still = { id: userId, password: passwordHash, status: 'enabled' }
      if (!(await User.query({ client: trx }).where(still).forShare().first())) return null

      const superseded = await supersede(opening, trx)
      const { id } = await Session.create(
        {
          ...client,
          ...marksOf(client),
          sid,
          userId,
          createdAt: openedAt,
          lastUsedAt: openedAt,
          expiresAt,
        },
        { client: trx }
      )
      await RefreshToken.create({ ...token, sessionId: id, expiresAt }, { client: trx })
      if (login === null) return { id, superseded }

      const { account, forgets } = login
      if (forgets) await trx.rawQuery(FORGET_FAILURES, [account])
      await recordSecurityEvent({ ...client, type: 'login', account, userId, sessionId: id }, trx)
      return { id, superseded }
    })
  )
}

/** Ends those used longest ago. They are looked for without a lock: one on a range would keep other logins out. */
async function supersede(
  { userId, openedAtMs, perUser }: Opening,
  client: TransactionClientContract
): Promise<EndedSession[]> {
  const open = await Session.query({ client })
    .where('userId', userId)
    .whereNull('endedAt')
    .where('expiresAt', '>', toStored(openedAtMs))
    .orderBy([
      { column: 'lastUsedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select('id', 'sid')
  const beyond = open.slice(perUser - 1)
  if (beyond.length === 0) return []
  const ids = beyond.map(({ id }) => id)
  await Session.query({ client })
    .whereIn('id', ids)
    .whereNull('endedAt')
    .update({ endedAt: toStored(openedAtMs), endReason: 'superseded' })
  return beyond.map(({ id, sid }) => ({ id, name: sid }))
}

/** Six round trips less: while passwords are hashed, each of them costs more than what it asks for. */
async function openInOneStatement(opening: Opening): Promise<Opened | null> {
  const { client, login, token, sid, userId, passwordHash, perUser } = opening
  const account = login?.account ?? null
  const [openedAt, expiresAt] = [toStored(opening.openedAtMs), toStored(opening.expiresAtMs)]
  const { ip, userAgent } = client
  const { address, network, device } = marksOf(client)
  const rows = await runPrepared(db.connection(), 'postgres', {
    sql: ONE_STATEMENT,
    bindings: [
      ...[userId, passwordHash],
      ...[openedAt, userId, openedAt, perUser - 1],
      ...[sid, ip, address, network, device, userAgent, openedAt, openedAt, expiresAt],
      ...[token.hash, token.nonce, openedAt, expiresAt],
      login?.forgets ? account : null,
      ...[account, userId, ip, userAgent, openedAt, account],
    ],
  })
  const [opened, ...superseded] = rows as { id: number; sid: string }[]
  if (!opened) return null
  return { id: opened.id, superseded: superseded.map((one) => ({ id: one.id, name: one.sid })) }
}

const ONE_STATEMENT = `
  with verified as (
    select id from users where id = ? and password = ? and status = 'enabled' for share
  ), superseded as (
    update sessions set ended_at = ?::timestamptz, end_reason = 'superseded'
    where ended_at is null and exists (select 1 from verified) and id in (
      select id from sessions where user_id = ? and ended_at is null and expires_at > ?::timestamptz
      order by last_used_at desc, id desc offset ?
    )
    returning id, sid
  ), opened as (
    insert into sessions
      (user_id, sid, ip, address, network, device, user_agent, created_at, last_used_at, expires_at)
    select id, ?, ?, ?, ?, ?, ?, ?::timestamptz, ?::timestamptz, ?::timestamptz from verified returning id
  ), refreshable as (
    insert into refresh_tokens (session_id, hash, nonce, created_at, expires_at)
    select id, ?, ?, ?::timestamptz, ?::timestamptz from opened
  ), forgotten as (
    ${FORGET_FAILURES} and exists (select 1 from opened)
  ), told as (
    insert into security_events (type, account, user_id, session_id, ip, user_agent, created_at)
    select 'login', ?, ?::int, id, ?, ?, ?::timestamptz from opened where ?::text is not null
  )
  select id, sid from (
    select id, null as sid, 0 as place from opened union all select id, sid, 1 from superseded
  ) answered order by place`
