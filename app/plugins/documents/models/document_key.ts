import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** `final`: its session is saved and over. `replaced`: the content was changed past it, by a restored version. */
export type KeyState = 'open' | 'final' | 'replaced'

/** Every key a document was ever opened under. */
export default class DocumentKey extends compose(
  BaseModel,
  unscoped('reached through its document, or by a signed token that names it')
) {
  static table = 'document_keys'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare editorKey: string

  @column()
  declare state: KeyState

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare endedAt: DateTime | null
}
