import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import {
  dialectOf,
  isConstraintConflict,
  rowsChangedBy,
  storedMillis,
  toStored,
} from '#kernel/database/main'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'

export interface LockoutRule {
  maxFailures: number
  lockMinutes: number
  /** Wrong passwords that one address may send in 15 minutes, whatever the accounts. */
  addressFailures: number
}

/** An attempt that takes longer was cut short with its process. */
const ABANDONED_AFTER_MS = 30_000

const TAKE = `update login_attempts set
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

/** The password was right: the count starts anew. */
export const CLEAR = `update login_attempts set failures = 0, locked_until = null, ${ONE_LESS} where account = ?`

/** Attempts elsewhere, or from known addresses, have all that the account has left. */
export class NoAttemptsLeft extends E_TOO_MANY_REQUESTS {
  constructor() {
    const headers = { 'Retry-After': '5' }
    super('Too many try this account’s password at once; try again later', { headers })
  }
}

/** Writes something beside the count of a wrong password. */
export type Noting = (isLocked: boolean, trx?: TransactionClientContract) => Promise<void>

/**
 * Counts wrong passwords of an account name, known or not, in one row. An attempt takes one of those that are left before
 * anything is hashed, so that attempts made at once, on any node, cannot slip past the limit.
 */
export class LoginAttempts {
  constructor(private readonly rule: LockoutRule) {}

  /**
   * Resolves to whether one was left.
   *
   * @param isCounted whether the account has a row
   */
  async take(account: string, isCounted: boolean): Promise<boolean> {
    if (!isCounted && (await this.#takeFirst(account))) return true
    const now = toStored(clock.now())
    const abandoned = toStored(clock.now() - ABANDONED_AFTER_MS)
    const bindings = [abandoned, now, account, now, abandoned, this.rule.maxFailures]
    return (await rowsChangedBy(db.connection(), { sql: TAKE, bindings })) > 0
  }

  /** Resolves to whether this wrong password is the one that locked the account; none does whose row was erased meanwhile. */
  async fail(account: string, note?: Noting): Promise<boolean> {
    const { maxFailures, lockMinutes } = this.rule
    const lockedUntil = toStored(clock.now() + lockMinutes * 60_000)
    return db.transaction(async (trx) => {
      await trx.rawQuery(FAIL, [maxFailures, lockedUntil, account])
      const row = await trx.from('login_attempts').where({ account }).select('failures').first()
      const isLocked = row !== null && row.failures >= maxFailures
      await note?.(isLocked, trx)
      return isLocked
    })
  }

  async clear(account: string): Promise<void> {
    await db.rawQuery(CLEAR, [account])
  }

  /** Nothing was learnt about the password, as when the service itself failed. */
  async release(account: string): Promise<void> {
    await db.rawQuery(`update login_attempts set ${ONE_LESS} where account = ?`, [account])
  }

  /** Lifts a lock. Resolves to whether there was one. */
  async unlock(account: string): Promise<boolean> {
    const isLocked = (await this.lockedUntilMs(account)) !== null
    await db.from('login_attempts').where({ account }).update({ failures: 0, locked_until: null })
    return isLocked
  }

  async lockedUntilMs(account: string): Promise<number | null> {
    const row = await db.from('login_attempts').where({ account }).select('locked_until').first()
    if (!row?.locked_until) return null
    const until = storedMillis(row.locked_until)
    return until > clock.now() ? until : null
  }

  /** MariaDB would cut a name, too, where it were told to ignore that there is one. */
  async #takeFirst(account: string): Promise<boolean> {
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
