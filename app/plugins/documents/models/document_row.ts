import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { type AuditDeclaration, unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** A row that belongs to a document and is removed with it. */
export class DocumentRow extends compose(
  BaseModel,
  unscoped('reached through its document, or by whom the row itself names')
) {
  static audit: AuditDeclaration = unaudited('the document log tells what was done')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
