import app from '@adonisjs/core/services/app'
import type { PageDescription } from '#kernel/descriptions/main'
import type { Permission } from '#kernel/permissions/main'
import type { PluginManifest } from '#kernel/plugins/main'
import { mountedMenus } from '../snapshot/plugin_menus.js'

type Holds = (permission: Permission) => Promise<boolean>

/** The pages of the plugins that are mounted here whose menu asks for no permission, or for one that is held. */
export class PageDescriptions {
  async find(holds: Holds): Promise<PageDescription[]> {
    const menus = mountedMenus()
    const found: PageDescription[] = []
    for (const page of this.#all()) {
      const permission = menus.get(page.name)?.seed.permission
      if (!permission || (await holds(permission))) found.push(page)
    }
    return found
  }

  #all(): PageDescription[] {
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    return plugins.flatMap(({ pages = [] }) => pages)
  }
}
