import { randomBytes } from 'node:crypto'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import {
  dialectOf,
  rowsChangedBy,
  runPrepared,
  toStored,
  type Dialect,
} from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { AccessTokens } from '../sessions/access_tokens.js'
import { fingerprintOf, type ClientDetails } from '../sessions/client_details.js'
import { RefreshSecrets } from '../sessions/refresh_secrets.js'
import { SessionPolicy } from '../sessions/session_policy.js'
import type { TokenPair } from '../transformers/token_pair_transformer.js'
import { CLEAR } from './login_attempts.js'

interface NewSession {
  sid: string
  /** With the hash that the password was verified against. */
  user: { id: number; password: string }
  client: ClientDetails
  /** The account name that was logged in with, and whether its failures are cleared; `null` without a password. */
  login: { account: string; clears: boolean } | null
  /** Of the first refresh token. */
  token: { hash: string; nonce: string }
  openedAt: string
  expiresAt: string
}

interface Statement {
  sql: string
  bindings: (string | number | null)[]
}

const SHARED = { postgres: 'for share', mysql: 'lock in share mode', sqlite: '' }

/** Opens sessions with their tokens. */
@inject()
export class SessionOpener {
  constructor(
    private readonly secrets: RefreshSecrets,
    private readonly accessTokens: AccessTokens,
    private readonly policy: SessionPolicy
  ) {}

  /**
   * Writes a session and its first refresh token and, after a login, its entry in the history and the cleared failures
   * of the account: all or nothing. Resolves to `null` where the password was changed since the user was read, or the
   * user disabled: whoever does either ends the open sessions, and no other may open afterwards.
   *
   * @param user with the hash that was verified
   */
  async open(
    user: NewSession['user'],
    client: ClientDetails,
    login: NewSession['login'] = null
  ): Promise<{ sid: string; tokens: TokenPair } | null> {
    const refreshToken = this.secrets.fresh()
    const now = clock.now()
    const expiresAtMs = this.policy.expiryMs(now, now)
    const sid = randomBytes(16).toString('hex')
    const token = { hash: this.secrets.hash(refreshToken), nonce: this.secrets.nonce() }
    const times = { openedAt: toStored(now), expiresAt: toStored(expiresAtMs) }
    if (!(await insert({ sid, user, client, login, token, ...times }))) return null
    const claims = { userId: user.id, sid }
    return { sid, tokens: await this.accessTokens.pair(claims, refreshToken, expiresAtMs) }
  }
}

/** Resolves to whether a session was written. */
async function insert(opening: NewSession): Promise<boolean> {
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
function statementsOf(opening: NewSession, dialect: Dialect): Statement[] {
  const { sid, user, client, login, token, openedAt, expiresAt } = opening
  const { address, network, device } = fingerprintOf(client)
  const { ip, userAgent } = client
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
        ...[user.id, user.password],
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
