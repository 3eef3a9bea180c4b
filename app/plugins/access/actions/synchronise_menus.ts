import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MenuSeed } from '#kernel/permissions/main'
import type { PluginManifest } from '#kernel/plugins/main'
import { changeAccess } from '../snapshot/access_revision.js'
import { menusOf, type PluginMenu, type PluginMenus } from '../snapshot/plugin_menus.js'
import Menu from '../models/menu.js'
import { RightsAnnouncements } from '../rights_announcements.js'

/** What an administrator may change of a plugin's row, and so is not set back to what the plugin says. */
const CUSTOMISABLE = ['title', 'path', 'component', 'icon', 'sort'] as const

/**
 * Adds and updates the rows that plugins bring along. Rows that administrators made stay as they are, and so does what
 * they changed of a plugin's row. What no plugin here brings is left alone: another node may have it mounted.
 */
@inject()
export class SynchroniseMenus {
  constructor(private readonly announcements: RightsAnnouncements) {}

  async handle(plugins: readonly PluginManifest[]): Promise<void> {
    const wanted = menusOf(plugins)
    const changed = await changeAccess((trx) => this.#synchronise(wanted, trx))
    if (changed) await this.announcements.menusChanged()
  }

  async #synchronise(wanted: PluginMenus, client: TransactionClientContract): Promise<boolean> {
    const rows = new Map((await Menu.query({ client })).map((menu) => [menu.name, menu]))
    let changed = false
    for (const one of wanted.values()) {
      const parentId = one.parent === null ? null : (rows.get(one.parent)?.id ?? null)
      const menu = rows.get(one.seed.name) ?? new Menu().fill({ name: one.seed.name })
      if (menu.$isPersisted && menu.plugin === null) continue

      rows.set(one.seed.name, menu)
      changed = (await this.#write(menu, one, parentId, client)) || changed
    }
    return changed
  }

  async #write(
    menu: Menu,
    { plugin, seed, parent }: PluginMenu,
    parentId: number | null,
    client: TransactionClientContract
  ): Promise<boolean> {
    const given = givenBy(seed)
    const before = menu.seeded
    menu.merge({ plugin, type: seed.type, permission: seed.permission?.code ?? null })
    for (const field of CUSTOMISABLE) {
      if (!before || menu[field] === before[field]) menu.merge({ [field]: given[field] })
    }
    if (!before || before.parent !== parent) menu.parentId = parentId
    const seeded = { ...given, parent }
    if (JSON.stringify(before) !== JSON.stringify(seeded)) menu.seeded = seeded
    if (!menu.$isPersisted) menu.merge({ visible: true, keepAlive: false, status: 'enabled' })
    if (!menu.$isDirty) return false

    await menu.useTransaction(client).save()
    return true
  }
}

function givenBy({ title, path, component, icon, sort }: MenuSeed) {
  return {
    title,
    path: path ?? null,
    component: component ?? null,
    icon: icon ?? null,
    sort: sort ?? 0,
  }
}
