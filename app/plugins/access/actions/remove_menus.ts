import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Menu from '../models/menu.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { changeAccess } from '../snapshot/access_revision.js'

/** Deletes the menus of a plugin that is removed for good, and every grant of them. */
@inject()
export class RemoveMenus {
  constructor(private readonly announcements: RightsAnnouncements) {}

  /** Resolves to how many there were, in words; `null` for none. */
  async handle(plugin: string): Promise<string | null> {
    const count = await changeAccess((trx) => this.#delete(plugin, trx))
    if (count === 0) return null
    await this.announcements.menusChanged()
    return count === 1 ? '1 menu' : `${count} menus`
  }

  /** What an administrator put beneath such a row moves to the top. */
  async #delete(plugin: string, client: TransactionClientContract): Promise<number> {
    const rows = await Menu.query({ client }).where('plugin', plugin).select('id')
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await client.from(Menu.table).whereIn('parent_id', ids).update({ parent_id: null })
    await client.from(Menu.table).whereIn('id', ids).delete()
    return ids.length
  }
}
