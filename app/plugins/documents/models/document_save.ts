import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/**
 * `dropped`: what it carried was older than what its session had saved already; `submitted`: it was no save of the
 * session, but a form that was sent off.
 */
export const SAVE_OUTCOMES = ['version', 'unchanged', 'dropped', 'submitted'] as const
export type SaveOutcome = (typeof SAVE_OUTCOMES)[number]

/** A save that was taken: one for each key and identity, however often it is delivered. */
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

  /**
   * By which the same save is known again, SHA-256 in hex: of the path of its file and what is said of it, for retries
   * differ in the query alone; of what was lost and brought back, of its content.
   */
  @column({ columnName: 'path_hash' })
  declare identity: string

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
