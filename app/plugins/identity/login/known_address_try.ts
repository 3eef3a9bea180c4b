import type { Refusal } from '#kernel/errors/main'
import type { AddressFailures, From } from './address_failures.js'
import type { AddressTry } from './address_try.js'
import type { LoginAttempts, Noting } from './login_attempts.js'
import type { LoginTry } from './login_try.js'

/** One of the tries that an address has for an account of its own, while others have locked that. The lock stays as it is. */
export class KnownAddressTry implements LoginTry {
  readonly forgets = false

  /** @param isLast of those that were left */
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly failures: AddressFailures,
    private readonly from: From,
    private readonly addressTry: AddressTry,
    private readonly isLast: boolean
  ) {}

  enter(): Promise<void> {
    return this.addressTry.count()
  }

  succeed(): Promise<void> {
    return this.loggedIn()
  }

  async loggedIn(): Promise<void> {
    await this.addressTry.giveBack()
    await this.failures.forget(this.from)
  }

  /** It was counted for the account when it began. */
  async fail(note: Noting): Promise<Refusal | null> {
    await note(this.isLast)
    if (!this.isLast) return null
    await this.failures.lock(this.from)
    return this.attempts.lockedError()
  }

  async release(): Promise<void> {
    await this.addressTry.giveBack()
    await this.failures.giveBackAccount(this.from)
  }
}
