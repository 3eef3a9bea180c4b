import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import {
  dialectOf,
  isConstraintConflict,
  rowsChangedBy,
  storedMillis,
  toStored,
} from '#kernel/database/main'
import { tooMany } from '#kernel/rate_limit/main'
import { clock } from '#kernel/state/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import { E_ACCOUNT_LOCKED } from '../errors.js'

export interface LockoutRule {
  maxFailures: number
  lockMinutes: number
  /** Wrong passwords that one address may send in 15 minutes, whatever the accounts. */
  addressFailures: number
}

const ABANDONED_AFTER_MS = 30_000
const MOST_WAITING = 31
const CROWDED = 'Too many try this account’s password at once'
const RETRY_AFTER_SECONDS = 5

const TAKE_A_TRY = `update login_attempts set
    failures = case when locked_until is null then failures else 0 end,
    pending = case when pending_since is null or pending_since < ? then 1 else pending + 1 end,
    pending_since = ?,
    locked_until = null
  where account = ? and (locked_until is null or locked_until <= ?)
    and (case when locked_until is null then failures else 0 end)
      + (case when pending_since is null or pending_since < ? then 0 else pending end) < ?`

const TAKE_THE_FIRST = {
  postgres: `insert into login_attempts (account, pending, pending_since) values (?, 1, ?) on conflict (account) do nothing`,
  sqlite: `insert into login_attempts (account, pending, pending_since) values (?, 1, ?) on conflict (account) do nothing`,
  mysql: `insert into login_attempts (account, pending, pending_since) values (?, 1, ?)`,
}

/** Where the password was right: the count starts anew. */
export const FORGET_FAILURES = `update login_attempts set failures = 0, locked_until = null,
  pending = case when pending > 0 then pending - 1 else 0 end where account = ?`

/** Notes a wrong password beside its count. */
export type Noting = (isLocked: boolean, trx?: TransactionClientContract) => Promise<void>

/**
 * Counts wrong passwords per account name, known or not. An attempt takes one of the tries that are left right before
 * its password is hashed for, so that attempts made at once, on any node, cannot slip past the limit.
 */
export class LoginAttempts {
  readonly #perAccount = new KeyedSemaphore({
    limit: Infinity,
    limitPerKey: 1,
    maxQueuePerKey: MOST_WAITING,
    busyMessage: `${CROWDED}; try again later`,
  })

  constructor(private readonly rule: LockoutRule) {}

  /**
   * Attempts at one account run one after another in this process, so that one that waits sees the outcome of those before.
   *
   * @param key the account, or the account with an address whose attempts wait for no others
   * @throws E_TOO_MANY_REQUESTS where too many wait; the signal's reason; whatever the work throws
   */
  run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#perAccount.run(key, work, signal)
  }

  /**
   * Takes one of the tries left.
   *
   * @throws E_ACCOUNT_LOCKED; E_TOO_MANY_REQUESTS where attempts elsewhere have them all
   */
  async take(account: string): Promise<void> {
    if (await this.#tryTake(account)) return
    await this.assertUnlocked(account)
    throw tooMany(CROWDED, RETRY_AFTER_SECONDS)
  }

  /**
   * The password was wrong. Resolves to whether this attempt is the one that locked the account: none does whose count was
   * erased with its person meanwhile.
   *
   * @param note what is written with the count, or not at all
   */
  async fail(account: string, note?: Noting): Promise<boolean> {
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
      const reached = row !== null && row.failures >= this.rule.maxFailures
      await note?.(reached, trx)
      return reached
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

  /** @throws E_ACCOUNT_LOCKED */
  async assertUnlocked(account: string): Promise<void> {
    const lockedUntil = await this.#lockedUntil(account)
    if (lockedUntil !== null) throw this.lockedError(lockedUntil)
  }

  async #tryTake(account: string): Promise<boolean> {
    return (
      (await this.#takeTry(account)) ||
      (await this.#takeTheFirst(account)) ||
      this.#takeTry(account)
    )
  }

  /** Of an account that has no row yet. MariaDB would cut a name, too, where it were told to ignore that there is one. */
  async #takeTheFirst(account: string): Promise<boolean> {
    const connection = db.connection()
    const sql = TAKE_THE_FIRST[dialectOf(connection)]
    try {
      const bindings = [account, toStored(clock.now())]
      return (await rowsChangedBy(connection, { sql, bindings })) > 0
    } catch (error) {
      if (isConstraintConflict(error)) return false
      throw error
    }
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
