import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** Contents, kept once for however many files have them. */
export default class StoredBlob extends compose(
  BaseModel,
  unscoped('contents belong to nobody; the rows of files say whose they are')
) {
  static table = 'stored_blobs'
  static audit = unaudited('the rows of files tell of their contents')

  @column({ isPrimary: true })
  declare id: number

  /** in hex */
  @column({ columnName: 'sha256' })
  declare sha256: string

  @column({ consume: Number })
  declare size: number

  /** No other row ever has the same, so removing an old object cannot hit a new one. */
  @column()
  declare storageKey: string

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  /** When somebody last wanted to keep these contents. */
  @instant()
  declare touchedAt: DateTime
}
