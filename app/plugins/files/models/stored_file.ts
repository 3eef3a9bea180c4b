import { BaseModel, belongsTo, column } from '@adonisjs/lucid/orm'
import type { BelongsTo } from '@adonisjs/lucid/types/relations'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { scopedBy } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'
import StoredBlob from './stored_blob.js'

export default class StoredFile extends compose(
  BaseModel,
  scopedBy({ owner: 'ownerId', department: 'departmentId' })
) {
  static table = 'stored_files'
  static audit = audited<StoredFile>({
    masked: ['originalName'],
    only: ({ holder }) => holder === null,
  })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare blobId: number

  @belongsTo(() => StoredBlob, { foreignKey: 'blobId' })
  declare blob: BelongsTo<typeof StoredBlob>

  @column({ columnName: 'sha256' })
  declare sha256: string

  @column({ consume: Number })
  declare size: number

  @column()
  declare mimeType: string

  @column()
  declare extension: string

  @column()
  declare originalName: string

  @searchText('originalName')
  declare searchText: string | null

  /** The plugin that refers to it; `null` for a file that stands by itself and is kept until it is deleted. */
  @column()
  declare holder: string | null

  @column()
  declare ownerId: number | null

  @column()
  declare departmentId: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
