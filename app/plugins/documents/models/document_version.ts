import { setImmediate } from 'node:timers/promises'
import { BaseModel, belongsTo, column } from '@adonisjs/lucid/orm'
import type { BelongsTo } from '@adonisjs/lucid/types/relations'
import { compose } from '@adonisjs/core/helpers'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'
import { StoredFile } from '#plugins/files/main'

/**
 * How a version came about; `recovered`: a save that could not be delivered, fetched later; `late`: a save that was kept
 * beside the current version; `submitted_form`: a form as it was sent off, and no state of the document.
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

/** Where a version was placed: `current`, or kept beside the current version for a reason. */
export const PLACEMENTS = [
  ...(['current', 'older', 'session_ended', 'locked', 'in_trash'] as const),
  ...(['failed_save', 'no_right', 'other_format', 'form'] as const),
] as const
export type Placement = (typeof PLACEMENTS)[number]

export default class DocumentVersion extends compose(
  BaseModel,
  unscoped('reached through its document alone, which is within reach')
) {
  static table = 'document_versions'

  /** Without their histories, which may be long. */
  static described(options?: ModelAdapterOptions) {
    const names = [...this.$columnsDefinitions.keys()]
    return this.query(options).select(names.filter((name) => name !== 'history'))
  }

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

  /** Of the editing session that saved it. */
  @column()
  declare sessionKey: string | null

  /** The archive that lets the editor show what changed. */
  @column()
  declare changesFileId: number | null

  /** As the document server sent it, as text: see `historyIn`. Not there where only `described` was asked for. */
  @column()
  declare history: string | null

  /** Ids of those whose work it holds, as far as the document server said. */
  @column({
    prepare: (ids: readonly number[] | null | undefined) => (ids ? JSON.stringify(ids) : null),
    consume: (text: string | null) => (text ? (JSON.parse(text) as number[]) : []),
  })
  declare contributors: number[]

  /** The version that its session began with. */
  @column()
  declare baseVersionNo: number | null

  /** For a restored version: which one it repeats. */
  @column()
  declare restoredFrom: number | null

  @column()
  declare placement: Placement

  /** When the participants of its session were notified of it. */
  @instant()
  declare toldAt: DateTime | null

  /** SHA-256 of what it holds, without the times of packing; `null` for a version that no session saved. */
  @column()
  declare contentDigest: string | null

  /** When the document server wrote it, by its own clock, to the second. */
  @instant()
  declare writtenAt: DateTime | null

  /** When it was last modified, as the file says itself. */
  @instant()
  declare modifiedAt: DateTime | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  /** It may be long, and many may be looked at one after the other: others have their turn before each. */
  async loadHistory(client?: TransactionClientContract): Promise<string | null> {
    const { id } = this
    await setImmediate()
    return (await DocumentVersion.query({ client }).where({ id }).select('history').firstOrFail())
      .history
  }
}
