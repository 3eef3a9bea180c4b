import type { Place } from '#kernel/workers/main'
import { E_ACCOUNT_LOCKED } from '../errors.js'
import { AccountTry } from './account_try.js'
import { AddressTry } from './address_try.js'
import type { AddressFailures, From } from './address_failures.js'
import type { KnownAddresses } from './known_addresses.js'
import { KnownAddressTry } from './known_address_try.js'
import type { LoginAttempts } from './login_attempts.js'
import { lineOfKnown, lineOfStranger } from './password_hashing.js'
import type { LoginTry } from './login_try.js'

/** Who may try a password, before anything is hashed. Where an account was logged in to before, strangers lock nobody out. */
export class LoginTries {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly failures: AddressFailures,
    private readonly known: KnownAddresses
  ) {}

  /**
   * Tries a password of the account, as one of a bounded crowd. That holds nobody up who logged in from there before: they
   * have a line of their own.
   *
   * @throws E_TOO_MANY_REQUESTS for an address that guessed too often, or where too many try the account
   */
  async within<Result>(from: From, work: () => Promise<Result>): Promise<Result> {
    const refusal = await this.failures.refusal(from)
    if (refusal && !(await this.known.has(from))) throw refusal
    const leave = await this.#enter(from)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Where it waits for its turn. */
  async lineFor(from: From): Promise<Place> {
    return (await this.known.has(from)) ? lineOfKnown(from) : lineOfStranger(from)
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

  async #enter(from: From): Promise<() => void> {
    try {
      return this.attempts.enter(from.account)
    } catch (error) {
      if (await this.known.has(from)) return () => undefined
      await this.failures.countAddress(from)
      throw error
    }
  }

  #addressTry(from: From): AddressTry {
    return new AddressTry(this.failures, this.known, from)
  }
}
