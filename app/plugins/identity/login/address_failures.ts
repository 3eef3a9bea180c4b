import limiter from '@adonisjs/limiter/services/main'
import { errors } from '@adonisjs/limiter'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import type { LockoutRule } from './login_attempts.js'

const ADDRESS_WINDOW = '15 minutes'

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
    const state = await this.#ofAddress.get(keyOf(address))
    return state && state.remaining === 0 ? tooMany(state.availableIn) : null
  }

  /** Takes one of the tries that the address has in all. Resolves to why it has none; `null` where it had one. */
  async take({ address }: From): Promise<Error | null> {
    try {
      await this.#ofAddress.consume(keyOf(address))
      return null
    } catch (error) {
      if (error instanceof errors.E_TOO_MANY_REQUESTS) return tooMany(error.response.availableIn)
      throw error
    }
  }

  async giveBack({ address }: From): Promise<void> {
    await this.#ofAddress.decrement(keyOf(address))
  }

  async countAddress({ address }: From): Promise<void> {
    await this.#ofAddress.increment(keyOf(address))
  }

  async countAccount({ address, account }: From): Promise<void> {
    await this.#ofAccount.increment(keyOf(address, account))
  }

  /** Takes one of the tries that the address has for the account. Resolves to how many are left; `null` for none to take. */
  async takeAccount({ address, account }: From): Promise<number | null> {
    try {
      return (await this.#ofAccount.consume(keyOf(address, account))).remaining
    } catch (error) {
      if (error instanceof errors.E_TOO_MANY_REQUESTS) return null
      throw error
    }
  }

  async giveBackAccount({ address, account }: From): Promise<void> {
    await this.#ofAccount.decrement(keyOf(address, account))
  }

  /** For as long as the account is, known or not. */
  async lock({ address, account }: From): Promise<void> {
    await this.#ofAccount.block(keyOf(address, account), this.rule.lockMinutes * 60)
  }

  async forget({ address, account }: From): Promise<void> {
    await this.#ofAccount.delete(keyOf(address, account))
  }

  get #ofAddress() {
    return limiter.use({ requests: this.rule.addressFailures, duration: ADDRESS_WINDOW })
  }

  get #ofAccount() {
    const { maxFailures: requests, lockMinutes } = this.rule
    return limiter.use({ requests, duration: lockMinutes * 60 })
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
