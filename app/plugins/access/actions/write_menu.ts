import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { assertUnchanged } from '#kernel/database/main'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import Menu, { type MenuType } from '../models/menu.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'
import { assertReachesEverybody } from '../rules/unscoped_menu_rule.js'
import { assertMenuPlace } from '../rules/menu_place.js'
import { refuseDuplicate } from '../rules/references.js'
import { assertBelowLimit } from '../rules/limits.js'
import type { updateMenuValidator } from '../validators/menu_validators.js'

type MenuValues = Partial<Infer<typeof updateMenuValidator>>

/** Only these change what somebody may do; the others are looks. */
const RIGHTS = ['parentId', 'type', 'permission', 'status'] as const
/** What a plugin's row is known by. */
const GIVEN = ['type', 'name', 'permission'] as const

/** Creates, changes, moves and deletes menus. */
@inject()
export class WriteMenu {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** Resolves to the id. */
  async create(values: MenuValues & { type: MenuType; title: string }): Promise<number> {
    assertReachesEverybody()
    const name = values.name ?? `${values.type}.${randomUUID().slice(0, 8)}`
    const menu = await this.administration.ofAccess((change) => {
      assertBelowLimit(change.snapshot.menus.size, say`menus`)
      return this.#write(newMenu(), { ...values, name }, change)
    })
    await this.announcements.menusChanged()
    return menu.id
  }

  /** @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT */
  async update(id: number, values: MenuValues): Promise<void> {
    assertReachesEverybody()
    await this.administration.ofAccess(async (change) => {
      const menu = await lockMenu(id, change)
      assertUnchanged(menu, values.updatedAt)
      await this.#write(menu, values, change)
    })
    await this.announcements.menusChanged()
  }

  /**
   * Deletes a menu with no mounted one beneath it; roles that had it lose its permission.
   *
   * @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT
   */
  async delete(id: number): Promise<void> {
    assertReachesEverybody()
    await this.administration.ofAccess((change) => this.#delete(id, change))
    await this.announcements.menusChanged()
  }

  async #delete(id: number, change: Change): Promise<void> {
    const menu = await lockMenu(id, change)
    if (menu.plugin !== null)
      throw new E_CONFLICT(
        say`The plugin "${menu.plugin}" brings this row along; hide or disable it instead`
      )
    const [, ...beneath] = change.snapshot.menus.below(id)
    if (beneath.some(({ unmounted }) => !unmounted))
      throw new E_CONFLICT('Delete or move what stands beneath this menu first')
    change.rule.assertMenus([menu, ...beneath])
    await change.trx.from(Menu.table).where('parent_id', id).update({ parent_id: null })
    await menu.delete()
  }

  async #write(menu: Menu, values: MenuValues, { trx, snapshot, rule }: Change): Promise<Menu> {
    const { updatedAt: _seen, ...given } = values
    menu.merge(given)
    assertPluginsOwn(menu)
    assertMenuPlace(menu, snapshot.menus)
    if (RIGHTS.some((field) => field in menu.$dirty)) {
      const { id, permission } = menu
      const beneath = menu.$isPersisted ? snapshot.menus.below(id) : []
      rule.assertMenus([...beneath, { permission }])
    }
    const message = say`There is already a menu "${menu.name}"`
    await menu.useTransaction(trx).save().catch(refuseDuplicate('name', message))
    return menu
  }
}

async function lockMenu(id: number, { trx, snapshot }: Change): Promise<Menu> {
  const menu = await Menu.query({ client: trx }).where('id', id).forUpdate().first()
  if (!menu || !snapshot.menus.mounted(id)) throw new E_NOT_FOUND()
  return menu
}

function newMenu(): Menu {
  return new Menu().fill({
    parentId: null,
    permission: null,
    path: null,
    component: null,
    icon: null,
    sort: 0,
    visible: true,
    keepAlive: false,
    status: 'enabled',
    plugin: null,
    seeded: null,
  })
}

function assertPluginsOwn(menu: Menu): void {
  if (menu.plugin === null) return
  const changed = GIVEN.find((field) => field in menu.$dirty)
  if (!changed) return
  throw new E_CONFLICT(
    say`The plugin "${menu.plugin}" brings this row along; its ${changed} cannot be changed`
  )
}
