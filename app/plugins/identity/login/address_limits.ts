import { errors, type Limiter } from '@adonisjs/limiter'
import { tooMany, withLimiter } from '#kernel/rate_limit/main'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import type { LockoutRule } from './login_attempts.js'

const WINDOW = '15 minutes'

/**
 * Counts wrong passwords of an address, whatever the accounts, and the attempts that an address has of its own at an
 * account: one from which the account was logged in to before can log in while strangers have locked it.
 */
export class AddressLimits {
  constructor(private readonly rule: LockoutRule) {}

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
  async reserve(address: string, account: string): Promise<boolean> {
    try {
      await this.#attempts((limiter) => limiter.consume(attemptsKey(address, account)))
      return true
    } catch (error) {
      if (error instanceof errors.E_TOO_MANY_REQUESTS) return false
      throw error
    }
  }

  /** Records a wrong password. Resolves to whether it was the last attempt. */
  async fail(address: string, account: string, client: ClientDetails): Promise<boolean> {
    const key = attemptsKey(address, account)
    const isLast = (await this.#attempts((limiter) => limiter.remaining(key))) === 0
    await recordSecurityEvent({ ...client, account, type: isLast ? 'locked' : 'login_failed' })
    return isLast
  }

  async release(address: string, account: string): Promise<void> {
    await this.#attempts((limiter) => limiter.decrement(attemptsKey(address, account)))
  }

  async clear(address: string, account: string): Promise<void> {
    await this.#attempts((limiter) => limiter.delete(attemptsKey(address, account)))
  }

  /** Leaves the address no attempt of its own, for as long as the account is locked. */
  async block(address: string, account: string): Promise<void> {
    const seconds = this.rule.lockMinutes * 60
    await this.#attempts((limiter) => limiter.block(attemptsKey(address, account), seconds))
  }

  #failures<Result>(work: (limiter: Limiter) => Promise<Result>): Promise<Result> {
    return withLimiter({ requests: this.rule.addressFailures, duration: WINDOW }, work)
  }

  #attempts<Result>(work: (limiter: Limiter) => Promise<Result>): Promise<Result> {
    const { maxFailures: requests, lockMinutes } = this.rule
    return withLimiter({ requests, duration: lockMinutes * 60 }, work)
  }
}

function failuresKey(address: string): string {
  return `login:address:${address}`
}

function attemptsKey(address: string, account: string): string {
  return `login:from:${address}:${account}`
}
