import db from '@adonisjs/lucid/services/db'
import {
  dialectOf,
  isConstraintConflict,
  rowsChangedBy,
  storedMillis,
  toStored,
} from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import type { LoginLimits } from './login_limits.js'

/** Its process ended before the attempt did. */
const ABANDONED_AFTER_MS = 30_000

const RESERVE = `update login_attempts set
    failures = case when locked_until is null then failures else 0 end,
    pending = case when pending_since is null or pending_since < ? then 1 else pending + 1 end,
    pending_since = ?,
    locked_until = null
  where account = ? and (locked_until is null or locked_until <= ?)
    and (case when locked_until is null then failures else 0 end)
      + (case when pending_since is null or pending_since < ? then 0 else pending end) < ?`

const INSERT = 'insert into login_attempts (account, pending, pending_since) values (?, 1, ?)'

const ONE_LESS = 'pending = case when pending > 0 then pending - 1 else 0 end'

const FAIL = `update login_attempts set
    locked_until = case when failures + 1 >= ? then ? else locked_until end,
    failures = failures + 1, ${ONE_LESS}
  where account = ?`

/** After the right password. */
export const CLEAR = `update login_attempts set failures = 0, locked_until = null, ${ONE_LESS} where account = ?`

/**
 * Counts wrong passwords of an account name, whether or not somebody has it, in one row. An attempt is reserved before the
 * password is hashed, so that concurrent attempts, on any node, cannot exceed the limit; afterwards it fails, clears the
 * count or is released.
 */
export class LoginAttempts {
  /**
   * Resolves to whether an attempt was left.
   *
   * @param hasRow as far as the caller knows
   */
  async reserve(account: string, hasRow: boolean, { maxFailures }: LoginLimits): Promise<boolean> {
    if (!hasRow && (await this.#insert(account))) return true
    const now = toStored(clock.now())
    const abandoned = toStored(clock.now() - ABANDONED_AFTER_MS)
    const bindings = [abandoned, now, account, now, abandoned, maxFailures]
    return (await rowsChangedBy(db.connection(), { sql: RESERVE, bindings })) > 0
  }

  /** Counts and records a wrong password. Resolves to whether it locked the account; never where the row was erased meanwhile. */
  async fail(
    account: string,
    client: ClientDetails,
    { maxFailures, lockMinutes }: LoginLimits
  ): Promise<boolean> {
    const lockedUntil = toStored(clock.now() + lockMinutes * 60_000)
    return db.transaction(async (trx) => {
      await trx.rawQuery(FAIL, [maxFailures, lockedUntil, account])
      const row = await trx.from('login_attempts').where({ account }).select('failures').first()
      const isLocked = row !== null && row.failures >= maxFailures
      const type = isLocked ? 'locked' : 'login_failed'
      await recordSecurityEvent({ ...client, account, type }, trx)
      return isLocked
    })
  }

  async clear(account: string): Promise<void> {
    await db.rawQuery(CLEAR, [account])
  }

  /** Gives back an attempt whose password was not judged, as when the service itself failed. */
  async release(account: string): Promise<void> {
    await db.rawQuery(`update login_attempts set ${ONE_LESS} where account = ?`, [account])
  }

  /** Lifts a lock. Resolves to whether there was one. */
  async unlock(account: string): Promise<boolean> {
    const isLocked = (await this.lockedUntilMs(account)) !== null
    await db.from('login_attempts').where({ account }).update({ failures: 0, locked_until: null })
    return isLocked
  }

  /** `null` where the account is not locked. */
  async lockedUntilMs(account: string): Promise<number | null> {
    const row = await db.from('login_attempts').where({ account }).select('locked_until').first()
    if (!row?.locked_until) return null
    const until = storedMillis(row.locked_until)
    return until > clock.now() ? until : null
  }

  /** On MySQL the conflict is an error: MariaDB would truncate a long name where it were ignored. */
  async #insert(account: string): Promise<boolean> {
    const connection = db.connection()
    const isMysql = dialectOf(connection) === 'mysql'
    const sql = isMysql ? INSERT : `${INSERT} on conflict (account) do nothing`
    const bindings = [account, toStored(clock.now())]
    try {
      return (await rowsChangedBy(connection, { sql, bindings })) > 0
    } catch (error) {
      if (isConstraintConflict(error)) return false
      throw error
    }
  }
}
