import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Operator } from '#kernel/acting/main'
import { spend } from '#kernel/rate_limit/main'
import { E_SAME_PASSWORD, E_WRONG_PASSWORD } from '../errors.js'
import { LoginThrottle } from '../login/login_throttle.js'
import { isSamePassword, PasswordHashing } from '../login/password_hashing.js'
import User from '../models/user.js'
import AccountNotices from '../notices/account_notices.js'
import { recordSecurityEvent } from '../security_log.js'
import { assertStrong } from '../validators/password_validator.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionRegistry, type EndedSession } from '../sessions/session_registry.js'

export interface PasswordChange {
  oldPassword: string
  newPassword: string
}

/** Each change hashes twice and ends sessions. */
const QUOTA = {
  name: 'identity:password-changes',
  most: 10,
  duration: '1 minute',
  spent: 'You have changed your password as often as one may in a minute',
}

/**
 * Changes one's own password and ends all of one's other sessions. Wrong guesses count towards the lockout.
 *
 * @throws E_WRONG_PASSWORD
 * @throws E_SAME_PASSWORD
 * @throws E_VALIDATION for one that is little more than the operator's name
 * @throws E_ACCOUNT_LOCKED
 * @throws E_TOO_MANY_REQUESTS
 */
@inject()
export class ChangePassword {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly hashing: PasswordHashing,
    private readonly registry: SessionRegistry,
    private readonly notices: AccountNotices
  ) {}

  /** @param signal aborted when the client disconnects: a change that waits then ends */
  async handle(
    operator: Operator,
    { oldPassword, newPassword }: PasswordChange,
    client: ClientDetails,
    signal?: AbortSignal
  ): Promise<void> {
    const { id, username: account } = operator
    await spend(QUOTA, id)
    const presented = { account, password: oldPassword, client, signal }
    const ended = await this.throttle.verify(
      presented,
      E_WRONG_PASSWORD,
      async ({ user, attempt }) => {
        await this.throttle.succeed(attempt)
        if (isSamePassword(newPassword, oldPassword)) throw new E_SAME_PASSWORD()
        assertStrong(newPassword, await User.findOrFail(id), 'newPassword')
        const hashed = await this.hashing.make(newPassword, { signal })
        return db.transaction((trx) => this.#write(trx, user, hashed, operator, client))
      }
    )
    await this.registry.announceEnd(ended, 'password_changed')
    await this.registry.usersChanged([id])
    await this.notices.passwordChanged(id, client)
  }

  /** The password may have been set by somebody else since the old one was verified. */
  async #write(
    trx: TransactionClientContract,
    user: { id: number; password: string },
    hashed: string,
    { username: account, sessionId }: Operator,
    client: ClientDetails
  ): Promise<EndedSession[]> {
    if (!(await User.replacePassword(user, hashed, trx))) throw new E_WRONG_PASSWORD()
    const entry = { ...client, userId: user.id, account }
    await recordSecurityEvent({ ...entry, type: 'password_changed' }, trx)
    return this.registry.endWithin(trx, user.id, 'password_changed', {
      except: sessionId ?? undefined,
    })
  }
}
