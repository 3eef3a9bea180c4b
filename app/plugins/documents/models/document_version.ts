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
 * How a version came about; `recovered`: it was lost, and brought back; `late`: others had gone on meanwhile;
 * `submitted_form`: what a form that somebody sent off looks like on paper, and no state of the document.
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
  declare editorKey: string | null

  /** The archive that lets the editor show what changed. */
  @column()
  declare changesFileId: number | null

  /** As the document server sent it, as text: see `historyIn`. Not there where only `described` was asked for. */
  @column()
  declare history: string | null

  /** Who may have changed something of what was brought back, where no history says so. */
  @column({
    prepare: (ids: readonly number[] | null | undefined) => (ids ? JSON.stringify(ids) : null),
    consume: (text: string | null) => text && (JSON.parse(text) as number[]),
  })
  declare concerned: number[] | null

  /** For a restored version: which one it repeats. */
  @column()
  declare restoredFrom: number | null

  /** Kept beside the present version, which was not to be replaced by it. */
  @column({ consume: Boolean })
  declare beside: boolean

  /** It lies beside because whoever made it had no right to change the document when they came. */
  @column({ consume: Boolean })
  declare unpermitted: boolean

  /** It lies beside because its session went on from what the document server had written badly. */
  @column({ consume: Boolean })
  declare badlyWritten: boolean

  /** It lies beside because it came under a password: it cannot be looked into, and what goes on from it would come so too. */
  @column({ consume: Boolean })
  declare underPassword: boolean

  /** When those whose work lies beside, or was brought back, had been told. */
  @instant()
  declare toldAt: DateTime | null

  /** SHA-256 over what is packed in it, which the times of packing do not change; `null` for what is no package. */
  @column()
  declare contentDigest: string | null

  /** Bytes of the changes' archive, unpacked: it grows with its session. */
  @column({ consume: (value: unknown) => (value === null ? null : Number(value)) })
  declare changesSize: number | null

  /** When the document server wrote it, by its own clock, to the second. */
  @instant()
  declare assembledAt: DateTime | null

  /** When the last change that it holds was made, by the document server's clock, to the second. */
  @instant()
  declare changedAt: DateTime | null

  /** By then its session had been changed, or something taken back, for the last time before it was written. */
  @instant()
  declare changedBy: DateTime | null

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
