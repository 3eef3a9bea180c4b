import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'
import type { Status } from '#plugins/identity/main'

export const MENU_TYPES = ['directory', 'menu', 'button'] as const
export type MenuType = (typeof MENU_TYPES)[number]

const unscopedModel = unscoped('menus belong to nobody; roles say who gets which')

export default class Menu extends compose(BaseModel, unscopedModel) {
  static table = 'menus'
  static audit = audited<Menu>({ name: 'title', masked: ['seeded'] })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare parentId: number | null

  @column()
  declare type: MenuType

  /** Unique; a front end's name of the route. */
  @column()
  declare name: string

  @column()
  declare title: string

  @column()
  declare permission: string | null

  @column()
  declare path: string | null

  @column()
  declare component: string | null

  @column()
  declare icon: string | null

  @column()
  declare sort: number

  @column({ consume: Boolean })
  declare visible: boolean

  @column({ consume: Boolean })
  declare keepAlive: boolean

  @column()
  declare status: Status

  /** The plugin that brings the row along; `null` for rows that administrators made. */
  @column()
  declare plugin: string | null

  /** What the plugin last gave, so that what an administrator changed since is told apart from it. */
  @column({
    prepare: (value: unknown) => (value ? JSON.stringify(value) : null),
    consume: (text: string | null) => (text ? JSON.parse(text) : null),
    serializeAs: null,
  })
  declare seeded: Record<string, unknown> | null

  @searchText('name', 'title', 'permission')
  declare searchText: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
