import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { DateTime } from 'luxon'
import { instant } from '#kernel/database/main'
import { DocumentRow } from './document_row.js'

/**
 * How a version was made; `recovered`: a save that the document server could not deliver; `late`: a save beside the current
 * version; `submitted_form`: a filled-in form, not a state of the document.
 */
export const VERSION_KINDS = [
  'upload',
  'template',
  'blank',
  'save',
  'forced_save',
  'restored',
  'recovered',
  'late',
  'submitted_form',
  'converted',
  'saved_as',
] as const
export type VersionKind = (typeof VERSION_KINDS)[number]

/** `current`, or the reason why the version lies beside the current one. */
export const PLACEMENTS = [
  ...(['current', 'older', 'overtaken', 'session_ended', 'locked', 'in_trash'] as const),
  ...(['failed_save', 'no_right', 'other_format', 'form'] as const),
] as const
export type Placement = (typeof PLACEMENTS)[number]

export default class DocumentVersion extends DocumentRow {
  static table = 'document_versions'

  /** Without the histories, which may be long. */
  static described(options?: ModelAdapterOptions) {
    const names = [...this.$columnsDefinitions.keys()]
    return this.query(options).select(names.filter((name) => name !== 'history'))
  }

  @column()
  declare no: number

  @column()
  declare fileId: number

  @column()
  declare fileType: string

  @column({ columnName: 'sha256' })
  declare sha256: string

  @column({ consume: Number })
  declare size: number

  @column()
  declare kind: VersionKind

  @column()
  declare authorId: number | null

  @column()
  declare authorName: string

  @column()
  declare sessionKey: string | null

  /** The archive with the changes, for the editor’s history. */
  @column()
  declare changesFileId: number | null

  /** JSON, see `historyIn`; missing in `described` versions. */
  @column()
  declare history: string | null

  /** Ids of the users who changed it, as far as the document server named them. */
  @column({
    prepare: (ids: readonly number[] | null | undefined) => (ids ? JSON.stringify(ids) : null),
    consume: (text: string | null) => (text ? (JSON.parse(text) as number[]) : []),
  })
  declare contributors: number[]

  /** The version that the session began with. */
  @column()
  declare baseVersionNo: number | null

  @column()
  declare restoredFrom: number | null

  @column()
  declare placement: Placement

  @instant()
  declare toldAt: DateTime | null

  /** SHA-256 of the content without the times of packing; `null` for a version that no session saved. */
  @column()
  declare contentDigest: string | null

  /** When the document server wrote the file, by its clock. */
  @instant()
  declare writtenAt: DateTime | null

  @instant()
  declare modifiedAt: DateTime | null

  async loadHistory(client?: TransactionClientContract): Promise<string | null> {
    const version = DocumentVersion.query({ client }).where('id', this.id).select('history')
    return (await version.firstOrFail()).history
  }
}
