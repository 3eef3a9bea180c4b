import { errors, type Limiter } from '@adonisjs/limiter'
import { clientKey, tooMany, withLimiter } from '#kernel/rate_limit/main'
import { clock } from '#kernel/state/main'
import { accountLocked } from '../errors.js'
import type { LoginAccount } from './login_account.js'
import {
  NoAttemptsLeft,
  type LockoutRule,
  type LoginAttempts,
  type Noting,
} from './login_attempts.js'

const ADDRESS_WINDOW = '15 minutes'

/**
 * One attempt at a password. It takes one of the tries that the account has left or, where others have locked that, one
 * that the address has of its own, since the account was logged in to from there before; that leaves the lock as it is.
 */
export class LoginAttempt {
  readonly address: string
  #taken: 'account' | 'own' | null = null
  #isLast = false

  constructor(
    readonly account: LoginAccount,
    address: string | null,
    private readonly attempts: LoginAttempts,
    private readonly rule: LockoutRule
  ) {
    this.address = address ?? clientKey(undefined)
  }

  /** Under what it waits for others: from a known address, for those of the same account and address alone. */
  get key(): string {
    const { name, knows } = this.account
    return knows.address ? `${this.address} ${name}` : this.address
  }

  /** Whether a login starts the account’s count anew. */
  get clearsAccount(): boolean {
    return this.#taken === 'account'
  }

  /** @throws E_ACCOUNT_LOCKED, as far as it was known when the account was looked for */
  assertUnlocked(): void {
    if (this.account.lockedUntilMs !== null) throw accountLocked(this.account.lockedUntilMs)
  }

  /** @throws E_TOO_MANY_REQUESTS */
  async assertAddressMayFail(): Promise<void> {
    const state = await this.#ofAddress((limiter) => limiter.get(this.#addressKey))
    if (!state || state.remaining > 0) return
    throw tooMany('Too many failed logins came from this address', state.availableIn)
  }

  /** Takes a try. @throws E_ACCOUNT_LOCKED; NoAttemptsLeft where other attempts have all that are left */
  async begin(): Promise<void> {
    const { name, isCounted, lockedUntilMs } = this.account
    if (lockedUntilMs === null && (await this.attempts.take(name, isCounted))) {
      this.#taken = 'account'
      return
    }
    const lockedNow = lockedUntilMs ?? (await this.attempts.lockedUntilMs(name))
    if (lockedNow === null) throw new NoAttemptsLeft()
    if (!this.account.knows.address) throw accountLocked(lockedNow)
    await this.#takeOwn(lockedNow)
  }

  /**
   * The password was wrong. Resolves to until when no more may be tried, where this was the last one.
   *
   * @param note written with the count
   */
  async fail(note: Noting): Promise<number | null> {
    await this.#ofAddress((limiter) => limiter.increment(this.#addressKey))
    const isLast = await this.#count(note)
    this.#taken = null
    return isLast ? clock.now() + this.rule.lockMinutes * 60_000 : null
  }

  /** The password was right. @param isCleared whether the account’s count was started anew already */
  async succeed({ isCleared = false } = {}): Promise<void> {
    if (this.#taken === 'own') await this.#ofOwn((limiter) => limiter.delete(this.#ownKey))
    else if (!isCleared) await this.attempts.clear(this.account.name)
    this.#taken = null
  }

  /** Gives the try back unless it was settled, as when the service itself failed. */
  async release(): Promise<void> {
    if (this.#taken === 'own') await this.#ofOwn((limiter) => limiter.decrement(this.#ownKey))
    if (this.#taken === 'account') await this.attempts.release(this.account.name)
    this.#taken = null
  }

  async #takeOwn(lockedUntilMs: number): Promise<void> {
    try {
      const { remaining } = await this.#ofOwn((limiter) => limiter.consume(this.#ownKey))
      this.#isLast = remaining === 0
      this.#taken = 'own'
    } catch (error) {
      if (error instanceof errors.E_TOO_MANY_REQUESTS) throw accountLocked(lockedUntilMs)
      throw error
    }
  }

  /** Who locks an account has no tries of their own left either. */
  async #count(note: Noting): Promise<boolean> {
    if (this.#taken === 'own') {
      await note(this.#isLast)
      return this.#isLast
    }
    const isLocked = await this.attempts.fail(this.account.name, note)
    if (isLocked && this.account.knows.address)
      await this.#ofOwn((limiter) => limiter.block(this.#ownKey, this.rule.lockMinutes * 60))
    return isLocked
  }

  get #addressKey(): string {
    return `login:address:${this.address}`
  }

  get #ownKey(): string {
    return `login:from:${this.address}:${this.account.name}`
  }

  #ofAddress<Result>(work: (limiter: Limiter) => Promise<Result>): Promise<Result> {
    return withLimiter({ requests: this.rule.addressFailures, duration: ADDRESS_WINDOW }, work)
  }

  #ofOwn<Result>(work: (limiter: Limiter) => Promise<Result>): Promise<Result> {
    const { maxFailures: requests, lockMinutes } = this.rule
    return withLimiter({ requests, duration: lockMinutes * 60 }, work)
  }
}
