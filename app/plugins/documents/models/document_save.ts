import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** `failed`: there was no file. `submitted`: it was a form. */
export const SAVE_OUTCOMES = ['version', 'unchanged', 'failed', 'submitted'] as const
export type SaveOutcome = (typeof SAVE_OUTCOMES)[number]

/** A callback with a file, or with a failed save. */
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
  declare sessionKey: string

  /** SHA-256 of the path in the URL of the file; empty without one. Retries differ only in the query. */
  @column()
  declare pathHash: string

  @column()
  declare status: number

  @column()
  declare outcome: SaveOutcome

  @column()
  declare versionNo: number | null

  /** Of the command that caused it. */
  @column()
  declare userdata: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
