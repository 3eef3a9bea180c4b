import { inject } from '@adonisjs/core'
import { LoginAttempts, SessionRegistry, User } from '#plugins/identity/main'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'
import { assertAdministratorLeft } from '../rules/last_administrator.js'
import { assertNotSelf, userToRemove } from '../rules/user_rules.js'

/**
 * Deletes users, all or none.
 *
 * @throws E_NOT_FOUND when one of them is not there or not within reach, without telling which
 */
@inject()
export class DeleteUsers {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements,
    private readonly registry: SessionRegistry,
    private readonly attempts: LoginAttempts
  ) {}

  async handle(ids: readonly number[]): Promise<void> {
    const { users, ended } = await this.administration.exclusive((change) =>
      this.#delete(ids, change)
    )
    await this.registry.announceEnd(ended, 'deleted')
    await this.announcements.usersChanged(ids)
    for (const { username } of users) await this.attempts.unlock(username)
  }

  async #delete(ids: readonly number[], change: Change) {
    const { trx } = change
    const users: User[] = []
    for (const id of [...ids].sort((a, b) => a - b)) {
      const { user } = await userToRemove(id, change)
      users.push(user)
    }
    for (const id of ids) assertNotSelf(id, 'Nobody deletes their own account')

    const ended = await this.registry.openOf(ids, trx)
    for (const user of users) await user.useTransaction(trx).delete()
    await assertAdministratorLeft(trx)
    return { users, ended }
  }
}
