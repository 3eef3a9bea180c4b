import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

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
