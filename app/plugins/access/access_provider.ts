import type { ApplicationService } from '@adonisjs/core/types'
import {
  ConfigurationParts,
  permissionCatalogue,
  type PluginManifest,
  onPluginRemoved,
  onPluginsChanged,
} from '#kernel/plugins/main'
import { Gate } from '#kernel/permissions/main'
import { CommonKeys } from '#kernel/rate_limit/main'
import { Versions } from '#kernel/state/main'
import { EntitlementsBook } from '#plugins/identity/main'
import { AccessCache, ACCESS_KEYS } from './snapshot/access_cache.js'
import { GrantCache } from './snapshot/grant_cache.js'
import { RoleEntitlements } from './snapshot/role_entitlements.js'
import { UserRows } from './queries/user_rows.js'
import { AdminTransaction } from './rules/admin_transaction.js'

export default class AccessProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(AccessCache, async (resolver) => {
      return new AccessCache(await resolver.make(Versions))
    })
    container.singleton(GrantCache, async (resolver) => {
      return new GrantCache(await resolver.make(Versions), await resolver.make(AccessCache))
    })
    container.singleton(UserRows, async (resolver) => {
      return new UserRows(await resolver.make(AccessCache))
    })
    container.singleton(AdminTransaction, async (resolver) => {
      return new AdminTransaction(await resolver.make(AccessCache))
    })
    container.singleton(Gate, (resolver) => resolver.make(GrantCache))
    container.singleton(EntitlementsBook, async (resolver) => {
      return new RoleEntitlements(await resolver.make(GrantCache), () => this.#catalogue)
    })
  }

  async boot() {
    const common = await this.app.container.make(CommonKeys)
    common.watch(...ACCESS_KEYS)
    await this.#addConfiguration()
    onPluginsChanged(async () => (await this.#announcements()).menusChanged())
    onPluginRemoved(async (name) => {
      const { RemoveMenus } = await import('./actions/remove_menus.js')
      const removal = await this.app.container.make(RemoveMenus)
      return removal.handle(name)
    })
  }

  async #addConfiguration() {
    const { container } = this.app
    const parts = await container.make(ConfigurationParts)
    parts.add({
      name: 'menus',
      load: async () => {
        const { MenuPart } = await import('./configuration/menu_part.js')
        return container.make(MenuPart)
      },
    })
    parts.add({
      name: 'roles',
      after: ['menus'],
      load: async () => {
        const { RolePart } = await import('./configuration/role_part.js')
        return container.make(RolePart)
      },
    })
  }

  /** After the database is prepared, before the service listens. */
  async start() {
    if (this.app.getEnvironment() !== 'web' || !this.app.inProduction) return
    const { DemoAccounts } = await import('./demo/demo_accounts.js')
    const accounts = await this.app.container.make(DemoAccounts)
    await accounts.assertNone()
  }

  async #announcements() {
    const { RightsAnnouncements } = await import('./rights_announcements.js')
    return this.app.container.make(RightsAnnouncements)
  }

  get #catalogue(): string[] {
    const plugins = this.app.config.get<readonly PluginManifest[]>('plugins')
    return permissionCatalogue(plugins).map(({ code }) => code)
  }
}
