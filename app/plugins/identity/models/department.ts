import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { scopedBy } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'

export type Status = 'enabled' | 'disabled'

export default class Department extends compose(
  BaseModel,
  scopedBy({ department: 'id', stamps: false, labels: ['name'] })
) {
  static table = 'departments'
  static audit = audited<Department>({ name: 'name' })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare parentId: number | null

  @column()
  declare name: string

  @column()
  declare sort: number

  @column()
  declare status: Status

  @searchText('name')
  declare searchText: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
