import { errors, type Limiter } from '@adonisjs/limiter'
import { tooMany, withLimiter } from '#kernel/rate_limit/main'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import type { LoginAttempt } from './login_attempt.js'

const WINDOW = '15 minutes'

/**
 * Counts wrong passwords of an address, whatever the accounts, and the attempts that an address has of its own at an
 * account: one from which the account was logged in to before can log in while strangers have locked it.
 */
export class AddressLimits {
  /** @param rule of the configuration, which may change while the service runs */
  constructor(private readonly rule: { readonly addressFailures: number }) {}

  /** @throws E_TOO_MANY_REQUESTS where too many wrong passwords came from the address */
  async assertBelowLimit(address: string): Promise<void> {
    const state = await this.#failures((limiter) => limiter.get(failuresKey(address)))
    if (!state || state.remaining > 0) return
    throw tooMany('Too many failed logins came from this address', state.availableIn)
  }

  async countFailure(address: string): Promise<void> {
    await this.#failures((limiter) => limiter.increment(failuresKey(address)))
  }

  /** Resolves to whether an attempt of its own was left. */
  async reserve(attempt: LoginAttempt): Promise<boolean> {
    try {
      await this.#attempts(attempt, (limiter, key) => limiter.consume(key))
      return true
    } catch (error) {
      if (error instanceof errors.E_TOO_MANY_REQUESTS) return false
      throw error
    }
  }

  /** Records a wrong password. Resolves to whether it was the last attempt. */
  async fail(attempt: LoginAttempt, client: ClientDetails): Promise<boolean> {
    const left = await this.#attempts(attempt, (limiter, key) => limiter.remaining(key))
    const [account, isLast] = [attempt.account.name, left === 0]
    await recordSecurityEvent({ ...client, account, type: isLast ? 'locked' : 'login_failed' })
    return isLast
  }

  async release(attempt: LoginAttempt): Promise<void> {
    await this.#attempts(attempt, (limiter, key) => limiter.decrement(key))
  }

  async clear(attempt: LoginAttempt): Promise<void> {
    await this.#attempts(attempt, (limiter, key) => limiter.delete(key))
  }

  /** Leaves the address no attempt of its own, for as long as the account is locked. */
  async block(attempt: LoginAttempt): Promise<void> {
    const seconds = attempt.limits.lockMinutes * 60
    await this.#attempts(attempt, (limiter, key) => limiter.block(key, seconds))
  }

  #failures<Result>(work: (limiter: Limiter) => Promise<Result>): Promise<Result> {
    return withLimiter({ requests: this.rule.addressFailures, duration: WINDOW }, work)
  }

  #attempts<Result>(
    { address, account, limits }: LoginAttempt,
    work: (limiter: Limiter, key: string) => Promise<Result>
  ): Promise<Result> {
    const { maxFailures: requests, lockMinutes } = limits
    const key = `login:from:${address}:${account.name}`
    return withLimiter({ requests, duration: lockMinutes * 60 }, (limiter) => work(limiter, key))
  }
}

function failuresKey(address: string): string {
  return `login:address:${address}`
}
