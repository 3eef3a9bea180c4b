import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import { SessionRegistry, type EndedSession, type User } from '#plugins/identity/main'
import { DemoAccounts } from '../demo/demo_accounts.js'
import { RightsAnnouncements } from '../rights_announcements.js'

/** Deletes the demo accounts that still have the password everybody knows. Roles and departments stay. */
@inject()
export class RemoveDemoAccounts {
  constructor(
    private readonly accounts: DemoAccounts,
    private readonly registry: SessionRegistry,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** Resolves to the names of those that are gone. */
  async handle(): Promise<string[]> {
    const open = await this.accounts.open()
    const ids = open.map(({ id }) => id)
    const ended = await actAsSystem('remove the demo accounts', () =>
      db.transaction((trx) => this.#delete(open, trx))
    )
    await this.registry.announceEnd(ended, 'deleted')
    await this.announcements.usersChanged(ids)
    return open.map(({ username }) => username)
  }

  async #delete(open: readonly User[], trx: TransactionClientContract): Promise<EndedSession[]> {
    await trx.from('access_revisions').where('id', 1).increment('revision', 1)
    const ended = await this.registry.openOf(
      open.map(({ id }) => id),
      trx
    )
    for (const user of open) await user.useTransaction(trx).delete()
    return ended
  }
}
