import type { Refusal } from '#kernel/http/define_error'
import type { AddressFailures, From } from './address_failures.js'
import type { LoginAttempts } from './login_attempts.js'
import type { LoginTry } from './login_try.js'

/** One of the tries that an account has left, for anybody. */
export class AccountTry implements LoginTry {
  readonly forgets = true

  constructor(
    private readonly attempts: LoginAttempts,
    private readonly failures: AddressFailures,
    private readonly from: From
  ) {}

  async succeed(): Promise<void> {
    await this.attempts.succeed(this.from.account)
    await this.failures.forget(this.from)
  }

  loggedIn(): Promise<void> {
    return this.failures.forget(this.from)
  }

  async fail(): Promise<Refusal | null> {
    const isLocked = await this.attempts.fail(this.from.account)
    await this.failures.count(this.from)
    if (!isLocked) return null
    await this.failures.lock(this.from)
    return this.attempts.lockedError()
  }

  release(): Promise<void> {
    return this.attempts.release(this.from.account)
  }
}
