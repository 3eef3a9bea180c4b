import { clientKey } from '#kernel/rate_limit/client_key'
import { E_ACCOUNT_LOCKED } from '../errors.js'
import { AccountTry } from './account_try.js'
import { AddressTry } from './address_try.js'
import type { AddressFailures, From } from './address_failures.js'
import type { KnownAddresses } from './known_addresses.js'
import { KnownAddressTry } from './known_address_try.js'
import type { LoginAttempts } from './login_attempts.js'
import type { LoginTry } from './login_try.js'

/** Who may try a password, before anything is hashed. Where an account was logged in to before, strangers lock nobody out. */
export class LoginTries {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly failures: AddressFailures,
    private readonly known: KnownAddresses
  ) {}

  /** @throws E_ACCOUNT_LOCKED; E_TOO_MANY_REQUESTS for an address that guessed too often */
  async begin(account: string, ip: string | null): Promise<LoginTry> {
    const from = { account, address: clientKey(ip ?? undefined) }
    const refusal = await this.failures.refusal(from)
    if (refusal && !(await this.known.has(from))) throw refusal
    try {
      await this.attempts.reserve(account)
      return new AccountTry(this.attempts, this.failures, from, this.#addressTry(from))
    } catch (error) {
      if (!(error instanceof E_ACCOUNT_LOCKED)) throw error
      return this.#despite(error, from)
    }
  }

  async #despite(locked: Error, from: From): Promise<LoginTry> {
    const left = (await this.known.has(from)) ? await this.failures.takeAccount(from) : null
    if (left !== null) {
      const addressTry = this.#addressTry(from)
      return new KnownAddressTry(this.attempts, this.failures, from, addressTry, left === 0)
    }
    await this.failures.countAddress(from)
    throw locked
  }

  #addressTry(from: From): AddressTry {
    return new AddressTry(this.failures, this.known, from)
  }
}
