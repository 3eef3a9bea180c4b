import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/acting/main'
import { E_MISSING_SETTING } from '#kernel/settings/main'
import { PasswordHashing, User } from '#plugins/identity/main'
import { DEMO_PASSWORD, users } from './organisation.js'

/** Accounts of the demo organisation whose password is still the one that everybody knows. */
@inject()
export class DemoAccounts {
  constructor(private readonly hashing: PasswordHashing) {}

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

  /** They were made with one hash, so that it is verified once. */
  async #verifying(hashes: ReadonlySet<string>): Promise<Set<string>> {
    const known = new Set<string>()
    for (const hashed of hashes)
      if (await this.hashing.verify(hashed, DEMO_PASSWORD)) known.add(hashed)
    return known
  }
}
