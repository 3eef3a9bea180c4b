import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** `dropped`: what it carried was older than what its session had saved already. */
export type SaveOutcome = 'version' | 'unchanged' | 'dropped'

/** A save that was taken: one for each key and path of its file, however often it is delivered. */
export default class DocumentSave extends compose(
  BaseModel,
  unscoped('reached through its document, or by a signed callback')
) {
  static table = 'document_saves'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare editorKey: string

  /** SHA-256 of the path of the file's URL, in hex: retries differ in the query alone. */
  @column()
  declare pathHash: string

  @column()
  declare status: number

  @column()
  declare outcome: SaveOutcome

  @column()
  declare versionNo: number | null

  /** As given with a command, to know its save again. */
  @column()
  declare userdata: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
