import { inject } from '@adonisjs/core'
import { DEPARTMENTS_KEY, SessionRegistry } from '#plugins/identity/main'
import { Versions } from '#kernel/state/main'
import { RoleHolders } from './queries/role_holders.js'
import { ROLES_KEY } from './snapshot/access_cache.js'

const AT_ONCE = 1_000

/** Tells every node, after the commit, that rights have changed: the next request anywhere sees it. */
@inject()
export class RightsAnnouncements {
  constructor(
    private readonly versions: Versions,
    private readonly registry: SessionRegistry,
    private readonly holders: RoleHolders
  ) {}

  /** Roles were changed: what everybody holds is worked out anew, and sockets of those who have them look again. */
  async rolesChanged(roleIds: readonly number[]): Promise<void> {
    await this.versions.bump(ROLES_KEY)
    await this.usersChanged(await this.holders.of(roleIds))
  }

  async menusChanged(): Promise<void> {
    await this.versions.bump(ROLES_KEY)
  }

  async departmentsChanged(): Promise<void> {
    await this.versions.bump(DEPARTMENTS_KEY)
  }

  async usersChanged(userIds: readonly number[]): Promise<void> {
    for (let from = 0; from < userIds.length; from += AT_ONCE)
      await this.registry.usersChanged(userIds.slice(from, from + AT_ONCE))
  }
}
