import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/acting/main'
import { E_MISSING_SETTING } from '#kernel/settings/main'
import { PasswordHashing, SessionRegistry, User } from '#plugins/identity/main'
import { RightsAnnouncements } from '../rights_announcements.js'
import { changeAccess } from '../snapshot/access_revision.js'
import { DEMO_PASSWORD, users } from './organisation.js'

/** Accounts of the demo organisation whose password is still the one that everybody knows. */
@inject()
export class DemoAccounts {
  constructor(
    private readonly hashing: PasswordHashing,
    private readonly registry: SessionRegistry,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** Disabled ones too, for they may be enabled tomorrow. */
  async open(): Promise<User[]> {
    const named = await actAsSystem('look for accounts of the demo organisation', () =>
      User.query().whereIn('username', Object.keys(users)).orderBy('id')
    )
    const known = await this.#verifying(new Set(named.map(({ password }) => password)))
    return named.filter(({ password }) => known.has(password))
  }

  /** @throws E_MISSING_SETTING with one sentence that names the remedy */
  async assertNone(): Promise<void> {
    const open = await this.open()
    if (open.length === 0) return
    throw new E_MISSING_SETTING(
      `${open.length} demo accounts with a password that everybody knows are in this database, such as "${open[0]!.username}"; remove them with: node ace demo:remove`
    )
  }

  /** Deletes them; roles and departments stay. Resolves to their usernames. */
  async remove(): Promise<string[]> {
    const open = await this.open()
    const ids = open.map(({ id }) => id)
    const ended = await actAsSystem('remove the demo accounts', () =>
      changeAccess(async (trx) => {
        const sessions = await this.registry.openOf(ids, trx)
        for (const user of open) await user.useTransaction(trx).delete()
        return sessions
      })
    )
    await this.registry.announceEnd(ended, 'deleted')
    await this.announcements.usersChanged(ids)
    return open.map(({ username }) => username)
  }

  /** They were made with one hash, so that it is verified once. */
  async #verifying(hashes: ReadonlySet<string>): Promise<Set<string>> {
    const known = new Set<string>()
    for (const hashed of hashes)
      if (await this.hashing.verify(hashed, DEMO_PASSWORD)) known.add(hashed)
    return known
  }
}
