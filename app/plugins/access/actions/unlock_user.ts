import { inject } from '@adonisjs/core'
import { UnlockAccount, type ClientDetails } from '#plugins/identity/main'
import { AdminTransaction } from '../rules/admin_transaction.js'
import { userToChange } from '../rules/user_rules.js'

@inject()
export class UnlockUser {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly unlockAccount: UnlockAccount
  ) {}

  async handle(id: number, client: ClientDetails): Promise<void> {
    const { user } = await this.administration.ofUsers((change) => userToChange(id, change))
    await this.unlockAccount.handle(user.username, client)
  }
}
