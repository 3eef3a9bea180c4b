import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** A row that belongs to a document and is removed with it. */
export class DocumentRow extends compose(
  BaseModel,
  unscoped('reached through its document, or by whom the row itself names')
) {
  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
