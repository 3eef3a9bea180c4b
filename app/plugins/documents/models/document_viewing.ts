import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** That somebody was let in to look, and may have the document open. */
export default class DocumentViewing extends compose(
  BaseModel,
  unscoped('read by the service alone, to send out who may no longer see something')
) {
  static table = 'document_viewings'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare editorKey: string

  @column()
  declare userId: number

  /** The login in which they were let in; 0 where that is not known. */
  @column()
  declare sessionId: number

  /** When they were let in last. */
  @instant()
  declare openedAt: DateTime
}
