import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** The one row that names this installation in its storage. */
export default class StorageMark extends compose(
  BaseModel,
  unscoped('it belongs to the installation, and nobody is shown it')
) {
  static table = 'storage_marks'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare mark: string

  /** `null` until a storage carries it. */
  @instant()
  declare placedAt: DateTime | null
}
