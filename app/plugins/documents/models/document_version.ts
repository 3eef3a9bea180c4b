import { BaseModel, belongsTo, column } from '@adonisjs/lucid/orm'
import type { BelongsTo } from '@adonisjs/lucid/types/relations'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'
import { StoredFile } from '#plugins/files/main'

/** How a version came about. */
export const VERSION_KINDS = [
  'upload',
  'template',
  'blank',
  'save',
  'forced_save',
  'restored',
  'recovered',
] as const
export type VersionKind = (typeof VERSION_KINDS)[number]

export default class DocumentVersion extends compose(
  BaseModel,
  unscoped('reached through its document alone, which is within reach')
) {
  static table = 'document_versions'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare no: number

  @column()
  declare fileId: number

  @belongsTo(() => StoredFile, { foreignKey: 'fileId' })
  declare file: BelongsTo<typeof StoredFile>

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

  /** Of the editing session it came from. */
  @column()
  declare editorKey: string | null

  /** The archive that lets the editor show what changed. */
  @column()
  declare changesFileId: number | null

  /** `history` as the document server sent it. */
  @column({
    prepare: (history: unknown) => (history ? JSON.stringify(history) : null),
    consume: (text: string | null) => (text === null ? null : JSON.parse(text)),
  })
  declare history: { serverVersion?: string; changes?: unknown } | null

  /** For a restored version: which one it repeats. */
  @column()
  declare restoredFrom: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
