import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'
import type { Status } from './department.js'

/** What somebody is in the organisation, such as an accountant; it gives no rights. */
export default class Position extends compose(
  BaseModel,
  unscoped('positions are those of the whole organisation')
) {
  static table = 'positions'
  static audit = audited<Position>({ name: 'name' })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare code: string

  @column()
  declare name: string

  @column()
  declare sort: number

  @column()
  declare status: Status

  @searchText('code', 'name')
  declare searchText: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
