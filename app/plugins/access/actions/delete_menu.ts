import { inject } from '@adonisjs/core'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import Menu from '../models/menu.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction } from '../rules/admin_transaction.js'
import { assertReachesEverybody } from '../rules/unscoped_menu_rule.js'

/** Deletes a menu with no mounted one beneath it; roles that had it lose its permission. */
@inject()
export class DeleteMenu {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT */
  async handle(id: number): Promise<void> {
    assertReachesEverybody()
    await this.administration.ofAccess(async ({ trx, snapshot, rule }) => {
      const menu = await Menu.query({ client: trx }).where('id', id).forUpdate().first()
      if (!menu || !snapshot.menus.mounted(id)) throw new E_NOT_FOUND()
      if (menu.plugin !== null)
        throw new E_CONFLICT(
          `The plugin "${menu.plugin}" brings this row along; hide or disable it instead`
        )
      const [, ...beneath] = snapshot.menus.below(id)
      if (beneath.some(({ unmounted }) => !unmounted))
        throw new E_CONFLICT('Delete or move what stands beneath this menu first')
      rule.assertMenus([menu, ...beneath])
      await trx.from(Menu.table).where('parent_id', id).update({ parent_id: null })
      await menu.delete()
    })
    await this.announcements.menusChanged()
  }
}
