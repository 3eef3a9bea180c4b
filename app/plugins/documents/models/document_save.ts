import { column } from '@adonisjs/lucid/orm'
import { DocumentRow } from './document_row.js'

/** `failed`: there was no file. `submitted`: it was a form. */
export const SAVE_OUTCOMES = ['version', 'unchanged', 'failed', 'submitted'] as const
export type SaveOutcome = (typeof SAVE_OUTCOMES)[number]

/** A callback with a file, or with a failed save. */
export default class DocumentSave extends DocumentRow {
  static table = 'document_saves'

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
}
