import { inject } from '@adonisjs/core'
import { assertStrong, PasswordHashing, SetPassword } from '#plugins/identity/main'
import { AdminTransaction } from '../rules/admin_transaction.js'
import { assertNotSelf, userToChange } from '../rules/user_rules.js'

/** Sets the password of somebody who holds no more than oneself, and ends all of their sessions. */
@inject()
export class ResetPassword {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly hashing: PasswordHashing,
    private readonly setPassword: SetPassword
  ) {}

  /** @throws E_NOT_FOUND, E_FORBIDDEN, E_VALIDATION, and E_CONFLICT for one's own, which takes the present one */
  async handle(id: number, password: string): Promise<void> {
    assertNotSelf(id, 'Change your own password with PUT /app/auth/password')
    const hashed = await this.hashing.make(password)
    const ended = await this.administration.ofUsers(async (change) => {
      const { user } = await userToChange(id, change)
      assertStrong(password, user)
      return this.setPassword.within(change.trx, user, hashed)
    })
    await this.setPassword.announce(id, ended)
  }
}
