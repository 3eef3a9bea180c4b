import { errors, type Limiter } from '@adonisjs/limiter'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { consume, withLimiter } from '#kernel/rate_limit/main'
import type { LockoutRule } from './login_attempts.js'

const ADDRESS_WINDOW = '15 minutes'
/** So far beyond each limit that attempts under way do not unlock when they give back. */
const LOCKED = 1_000_000

export interface From {
  account: string
  /** As rate limits call it. */
  address: string
}

/** Wrong passwords by the address that they came from: in all, and for one account. Shared over nodes. */
export class AddressFailures {
  constructor(private readonly rule: LockoutRule) {}

  /** Why the address may try no more accounts; `null` where it may. */
  async refusal({ address }: From): Promise<Error | null> {
    const state = await this.#ofAddress((limiter) => limiter.get(keyOf(address)))
    return state && state.remaining === 0 ? tooMany(state.availableIn) : null
  }

  /** Takes one of the tries that the address has in all. Resolves to why it has none; `null` where it had one. */
  async take({ address }: From): Promise<Error | null> {
    try {
      await this.#ofAddress((limiter) => consume(limiter, keyOf(address)))
      return null
    } catch (error) {
      if (error instanceof errors.E_TOO_MANY_REQUESTS) return tooMany(error.response.availableIn)
      throw error
    }
  }

  async giveBack({ address }: From): Promise<void> {
    await this.#ofAddress((limiter) => limiter.decrement(keyOf(address)))
  }

  async countAddress({ address }: From): Promise<void> {
    await this.#ofAddress((limiter) => limiter.increment(keyOf(address)))
  }

  async countAccount({ address, account }: From): Promise<void> {
    await this.#ofAccount((limiter) => limiter.increment(keyOf(address, account)))
  }

  /** Takes one of the tries that the address has for the account. Resolves to how many are left; `null` for none to take. */
  async takeAccount({ address, account }: From): Promise<number | null> {
    const key = keyOf(address, account)
    try {
      return (await this.#ofAccount((limiter) => consume(limiter, key))).remaining
    } catch (error) {
      if (error instanceof errors.E_TOO_MANY_REQUESTS) return null
      throw error
    }
  }

  async giveBackAccount({ address, account }: From): Promise<void> {
    await this.#ofAccount((limiter) => limiter.decrement(keyOf(address, account)))
  }

  /** For as long as the account is, known or not. */
  async lock({ address, account }: From): Promise<void> {
    const key = keyOf(address, account)
    await this.#ofAccount((limiter) => limiter.set(key, LOCKED, this.rule.lockMinutes * 60))
  }

  async forget({ address, account }: From): Promise<void> {
    await this.#ofAccount((limiter) => limiter.delete(keyOf(address, account)))
  }

  #ofAddress<Result>(work: (limiter: Limiter) => Promise<Result>): Promise<Result> {
    const limit = { requests: this.rule.addressFailures, duration: ADDRESS_WINDOW }
    return withLimiter(limit, work)
  }

  #ofAccount<Result>(work: (limiter: Limiter) => Promise<Result>): Promise<Result> {
    const { maxFailures: requests, lockMinutes } = this.rule
    return withLimiter({ requests, duration: lockMinutes * 60 }, work)
  }
}

function tooMany(availableIn: number): Error {
  const headers = { 'Retry-After': String(Math.max(1, availableIn)) }
  const message = 'Too many failed logins came from this address; try again later'
  return new E_TOO_MANY_REQUESTS(message, { headers })
}

function keyOf(address: string, account?: string): string {
  return account === undefined ? `login:address:${address}` : `login:from:${address}:${account}`
}
