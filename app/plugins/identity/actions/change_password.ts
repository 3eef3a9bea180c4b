import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Operator } from '#kernel/operator/operator'
import { E_SAME_PASSWORD, E_WRONG_PASSWORD } from '../errors.js'
import { LoginAttempts } from '../login/login_attempts.js'
import { replacePassword } from '../login/password_change.js'
import { PasswordHashing } from '../login/password_hashing.js'
import User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import { assertStrong } from '../validators/password_validator.js'
import type { ClientDetails } from '../sessions/client_details.js'
import type { EndedSession } from '../sessions/session_name.js'
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
 * @throws E_VALIDATION for one that is little more than the operator's name
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
    const { username } = operator
    await this.attempts.reserve(username)
    const user = await this.#verified(operator, change.oldPassword)
    if (!user) return this.#refuse(username)
    await this.attempts.succeed(username)
    if (change.newPassword === change.oldPassword) throw new E_SAME_PASSWORD()
    assertStrong(change.newPassword, user, 'newPassword')

    const hashed = await this.hashing.make(change.newPassword)
    const ended = await db.transaction((trx) => this.#write(trx, user, hashed, operator, client))
    await this.registry.announceEnd(ended, 'password_changed')
    await this.registry.usersChanged([user.id])
  }

  async #verified({ id, username }: Operator, password: string): Promise<User | null> {
    try {
      const user = await User.findOrFail(id)
      return (await this.hashing.verify(user.password, password)) ? user : null
    } catch (error) {
      await this.attempts.release(username)
      throw error
    }
  }

  async #refuse(username: string): Promise<never> {
    if (await this.attempts.fail(username)) throw this.attempts.lockedError()
    throw new E_WRONG_PASSWORD()
  }

  /** Somebody else may have set another password since the old one was verified. */
  async #write(
    trx: TransactionClientContract,
    user: User,
    hashed: string,
    { sessionId }: Operator,
    client: ClientDetails
  ): Promise<EndedSession[]> {
    if (!(await replacePassword(user, hashed, trx))) throw new E_WRONG_PASSWORD()
    const entry = { ...client, userId: user.id, account: user.username }
    await recordSecurityEvent({ ...entry, type: 'password_changed' }, trx)
    return this.registry.endWithin(trx, user.id, 'password_changed', {
      except: sessionId ?? undefined,
    })
  }
}
