import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { scopedBy } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export default class Visit extends compose(
  BaseModel,
  scopedBy({ owner: 'ownerId', department: 'departmentId' })
) {
  static table = 'visits'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare visitor: string

  @column()
  declare host: string

  @instant()
  declare arrivesAt: DateTime

  @column()
  declare ownerId: number | null

  @column()
  declare departmentId: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
