import { inject } from '@adonisjs/core'
import { SetPassword, type User } from '#plugins/identity/main'
import { Administration } from '../rules/administration.js'
import { userToChange } from '../rules/user_rules.js'

/** Sets the password of somebody who holds no more than oneself, and ends all of their sessions. */
@inject()
export class ResetPassword {
  constructor(
    private readonly administration: Administration,
    private readonly setPassword: SetPassword
  ) {}

  async handle(id: number, password: string): Promise<void> {
    const user = await this.administration.ofUsers(async (change): Promise<User> => {
      const found = await userToChange(id, change)
      return found.user
    })
    await this.setPassword.handle(user, password)
  }
}
