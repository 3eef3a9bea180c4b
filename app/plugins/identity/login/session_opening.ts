import db from '@adonisjs/lucid/services/db'
import { dialectOf } from '#kernel/database/dialect'
import { runPrepared } from '#kernel/database/prepared'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import type { DateTime } from 'luxon'
import RefreshToken from '../models/refresh_token.js'
import Session from '../models/session.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { FORGET_FAILURES } from './login_attempts.js'

export interface Opening {
  userId: number
  client: ClientDetails
  /** The account that logged in; `null` where nobody typed a password. */
  account: string | null
  /** Of the session's first refresh token. */
  token: { hash: string; nonce: string }
  openedAt: DateTime
  expiresAt: DateTime
}

/**
 * Writes a session and its first refresh token and, after a login, the entry in the history and that the account's
 * failures are forgotten: all or nothing. Resolves to the session's id.
 */
export function openSession(opening: Opening): Promise<number> {
  return dialectOf(db.connection()) === 'postgres'
    ? openInOneStatement(opening)
    : openInOneTransaction(opening)
}

function openInOneTransaction({ client, account, token, ...opening }: Opening): Promise<number> {
  const { userId, openedAt, expiresAt } = opening
  return actAsSystem('open a session', () =>
    db.transaction(async (trx) => {
      const { id: sessionId } = await Session.create(
        { ...client, userId, createdAt: openedAt, lastUsedAt: openedAt, expiresAt },
        { client: trx }
      )
      await RefreshToken.create({ ...token, sessionId, expiresAt }, { client: trx })
      if (account === null) return sessionId

      await trx.rawQuery(FORGET_FAILURES, [account])
      await recordSecurityEvent({ ...client, type: 'login', account, userId, sessionId }, trx)
      return sessionId
    })
  )
}

/** Six round trips less: while passwords are hashed, each of them costs more than what it asks for. */
async function openInOneStatement({ client, account, token, ...opening }: Opening) {
  const [openedAt, expiresAt] = [toStored(opening.openedAt), toStored(opening.expiresAt)]
  const { userId } = opening
  const { ip, userAgent } = client
  const [session] = await runPrepared(db.connection(), 'postgres', {
    sql: ONE_STATEMENT,
    bindings: [
      ...[userId, ip, userAgent, openedAt, openedAt, expiresAt],
      ...[token.hash, token.nonce, openedAt, expiresAt],
      account,
      ...[account, userId, ip, userAgent, openedAt, account],
    ],
  })
  return session!.id as number
}

const ONE_STATEMENT = `
  with opened as (
    insert into sessions (user_id, ip, user_agent, created_at, last_used_at, expires_at)
    values (?, ?, ?, ?, ?, ?) returning id
  ), refreshable as (
    insert into refresh_tokens (session_id, hash, nonce, created_at, expires_at)
    select id, ?, ?, ?::timestamptz, ?::timestamptz from opened
  ), forgotten as (
    ${FORGET_FAILURES}
  ), told as (
    insert into security_events (type, account, user_id, session_id, ip, user_agent, created_at)
    select 'login', ?, ?::int, id, ?, ?, ?::timestamptz from opened where ?::text is not null
  )
  select id from opened`
