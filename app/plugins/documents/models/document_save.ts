import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** `failed`: the document server delivered no file. `submitted`: it was no save of the session, but a form. */
export const SAVE_OUTCOMES = ['version', 'unchanged', 'failed', 'submitted'] as const
export type SaveOutcome = (typeof SAVE_OUTCOMES)[number]

/** A callback that delivered a file, or was to. */
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

  /** Empty where there was none; else SHA-256 of the path of its file, in hex: retries differ in the query alone. */
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
