import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/operator/operator'
import { E_SAME_PASSWORD, E_WRONG_PASSWORD } from '../errors.js'
import { LoginAttempts } from '../login/login_attempts.js'
import { PasswordHashing } from '../login/password_hashing.js'
import User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionRegistry } from '../sessions/session_registry.js'

export interface PasswordChange {
  oldPassword: string
  newPassword: string
}

/**
 * Changes one's own password and ends all of one's other sessions. Wrong guesses count towards the lockout.
 *
 * @throws E_WRONG_PASSWORD
 * @throws E_SAME_PASSWORD
 * @throws E_ACCOUNT_LOCKED
 */
@inject()
export class ChangePassword {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly hashing: PasswordHashing,
    private readonly registry: SessionRegistry
  ) {}

  async handle(operator: Operator, change: PasswordChange, client: ClientDetails): Promise<void> {
    const user = await User.findOrFail(operator.id)
    await this.#assertKnows(user, change.oldPassword)
    if (change.newPassword === change.oldPassword) throw new E_SAME_PASSWORD()

    user.password = await this.hashing.make(change.newPassword)
    await user.save()
    await this.registry.end(user.id, 'password_changed', {
      except: operator.sessionId ?? undefined,
    })
    await this.registry.usersChanged([user.id])
    await recordSecurityEvent({
      ...client,
      type: 'password_changed',
      userId: user.id,
      account: user.username,
    })
  }

  async #assertKnows(user: User, password: string): Promise<void> {
    await this.attempts.reserve(user.username)
    if (await this.hashing.verify(user.password, password))
      return this.attempts.succeed(user.username)
    if (await this.attempts.fail(user.username)) throw this.attempts.lockedError()
    throw new E_WRONG_PASSWORD()
  }
}
