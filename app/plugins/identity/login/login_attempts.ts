import { setTimeout as pause } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { rowsChangedBy } from '#kernel/database/prepared'
import { storedMillis, toStored } from '#kernel/database/instant'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { E_ACCOUNT_LOCKED } from '../errors.js'

export interface LockoutRule {
  maxFailures: number
  lockMinutes: number
  /** Wrong passwords that one address may send in 15 minutes, whatever the accounts. */
  addressFailures: number
}

const ABANDONED_AFTER_MS = 30_000
/** By then those that are held belong to nobody any more. */
const LONGEST_WAIT_MS = ABANDONED_AFTER_MS
const POLL_MS = 25

const TAKE_A_TRY = `update login_attempts set
    failures = case when locked_until is null then failures else 0 end,
    pending = case when pending_since is null or pending_since < ? then 1 else pending + 1 end,
    pending_since = ?,
    locked_until = null
  where account = ? and (locked_until is null or locked_until <= ?)
    and (case when locked_until is null then failures else 0 end)
      + (case when pending_since is null or pending_since < ? then 0 else pending end) < ?`

/** Where the password was right: the count starts anew. */
export const FORGET_FAILURES = `update login_attempts set failures = 0, locked_until = null,
  pending = case when pending > 0 then pending - 1 else 0 end where account = ?`

/**
 * Counts wrong passwords per account name, known or not. An attempt reserves one of the tries that are left before
 * anything is hashed, so that attempts made at once, on any node, cannot slip past the limit.
 */
export class LoginAttempts {
  constructor(private readonly rule: LockoutRule) {}

  /**
   * Takes one of the tries left; waits while attempts in flight hold them all.
   *
   * @throws E_ACCOUNT_LOCKED
   */
  async reserve(account: string): Promise<void> {
    const giveUpAt = performance.now() + LONGEST_WAIT_MS

    while (!(await this.#tryReserve(account))) {
      await this.#assertUnlocked(account)
      if (performance.now() > giveUpAt) throw new E_UNAVAILABLE()
      await pause(POLL_MS)
    }
  }

  /**
   * The password was wrong. Resolves to whether this attempt is the one that locked the account: none does whose count was
   * erased with its person meanwhile.
   */
  async fail(account: string): Promise<boolean> {
    const lockedUntil = toStored(clock.now() + this.rule.lockMinutes * 60_000)
    return db.transaction(async (trx) => {
      await trx.rawQuery(
        `update login_attempts set
           locked_until = case when failures + 1 >= ? then ? else locked_until end,
           failures = failures + 1,
           pending = case when pending > 0 then pending - 1 else 0 end
         where account = ?`,
        [this.rule.maxFailures, lockedUntil, account]
      )
      const row = await trx
        .from('login_attempts')
        .where('account', account)
        .select('failures')
        .first()
      return row !== null && row.failures >= this.rule.maxFailures
    })
  }

  /** The password was right. */
  async succeed(account: string): Promise<void> {
    await db.rawQuery(FORGET_FAILURES, [account])
  }

  /** Nothing was learnt about the password, as when the service itself failed. */
  async release(account: string): Promise<void> {
    await db.rawQuery(
      `update login_attempts set pending = case when pending > 0 then pending - 1 else 0 end where account = ?`,
      [account]
    )
  }

  /** Lifts a lock. Resolves to whether there was one. */
  async unlock(account: string): Promise<boolean> {
    const locked = (await this.#lockedUntil(account)) !== null
    await db
      .from('login_attempts')
      .where('account', account)
      .update({ failures: 0, locked_until: null })
    return locked
  }

  lockedError(lockedUntilMs = clock.now() + this.rule.lockMinutes * 60_000) {
    const seconds = Math.max(1, Math.ceil((lockedUntilMs - clock.now()) / 1000))
    const minutes = Math.ceil(seconds / 60)
    const span = minutes === 1 ? '1 minute' : `${minutes} minutes`
    return new E_ACCOUNT_LOCKED(
      `The account is locked after too many failed logins; try again in ${span}`,
      {
        headers: { 'Retry-After': String(seconds) },
      }
    )
  }

  async #tryReserve(account: string): Promise<boolean> {
    if (await this.#takeTry(account)) return true
    await db.table('login_attempts').knexQuery.insert({ account }).onConflict('account').ignore()
    return this.#takeTry(account)
  }

  async #takeTry(account: string): Promise<boolean> {
    const now = toStored(clock.now())
    const abandoned = toStored(clock.now() - ABANDONED_AFTER_MS)
    const taken = await rowsChangedBy(db.connection(), {
      sql: TAKE_A_TRY,
      bindings: [abandoned, now, account, now, abandoned, this.rule.maxFailures],
    })
    return taken > 0
  }

  async #assertUnlocked(account: string): Promise<void> {
    const lockedUntil = await this.#lockedUntil(account)
    if (lockedUntil !== null) throw this.lockedError(lockedUntil)
  }

  async #lockedUntil(account: string): Promise<number | null> {
    const row = await db
      .from('login_attempts')
      .where('account', account)
      .select('locked_until')
      .first()
    if (!row?.locked_until) return null
    const until = storedMillis(row.locked_until)
    return until > clock.now() ? until : null
  }
}
