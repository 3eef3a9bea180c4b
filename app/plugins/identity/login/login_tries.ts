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

  /**
   * Tries a password of the account. Whoever logged in to it from their address before waits for nobody else's attempts.
   *
   * @param work receives the key under which its passwords are hashed
   * @throws E_TOO_MANY_REQUESTS for an address that guessed too often, or where too many try the account
   */
  async run<Result>(
    from: From,
    work: (key: string) => Promise<Result>,
    signal?: AbortSignal
  ): Promise<Result> {
    const refusal = await this.failures.refusal(from)
    const isKnown = await this.known.has(from)
    if (refusal && !isKnown) throw refusal
    const own = `${from.address} ${from.account}`
    if (isKnown) return this.attempts.run(own, () => work(own), signal)
    return this.attempts.run(from.account, () => work(from.address), signal)
  }

  /** @throws E_ACCOUNT_LOCKED */
  async begin(from: From): Promise<LoginTry> {
    try {
      await this.attempts.assertUnlocked(from.account)
    } catch (error) {
      if (!(error instanceof E_ACCOUNT_LOCKED)) throw error
      return this.despite(error, from)
    }
    return new AccountTry(this.attempts, this.failures, from, this.#addressTry(from))
  }

  /** One of the tries that the address has of its own. @throws the lock where it has none */
  async despite(locked: Error, from: From): Promise<LoginTry> {
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
