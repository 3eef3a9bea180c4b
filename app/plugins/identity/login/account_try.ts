import type { Refusal } from '#kernel/errors/main'
import type { AddressFailures, From } from './address_failures.js'
import type { AddressTry } from './address_try.js'
import type { LoginAttempts, Noting } from './login_attempts.js'
import type { LoginTry } from './login_try.js'

/** One of the tries that an account has left, for anybody. */
export class AccountTry implements LoginTry {
  readonly forgets = true
  #isTaken = false

  constructor(
    private readonly attempts: LoginAttempts,
    private readonly failures: AddressFailures,
    private readonly from: From,
    private readonly addressTry: AddressTry
  ) {}

  async enter(): Promise<void> {
    await this.addressTry.count()
    if (this.#isTaken) return
    await this.attempts.take(this.from.account)
    this.#isTaken = true
  }

  async succeed(): Promise<void> {
    await this.attempts.succeed(this.from.account)
    await this.#forget()
  }

  async loggedIn(): Promise<void> {
    await this.#forget()
  }

  async fail(note: Noting): Promise<Refusal | null> {
    const isLocked = await this.attempts.fail(this.from.account, note)
    await this.failures.countAccount(this.from)
    if (!isLocked) return null
    await this.failures.lock(this.from)
    return this.attempts.lockedError()
  }

  async release(): Promise<void> {
    await this.addressTry.giveBack()
    if (!this.#isTaken) return
    this.#isTaken = false
    await this.attempts.release(this.from.account)
  }

  async #forget(): Promise<void> {
    await this.addressTry.giveBack()
    await this.failures.forget(this.from)
  }
}
