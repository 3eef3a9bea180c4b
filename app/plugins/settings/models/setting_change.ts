import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant, jsonColumn } from '#kernel/database/main'
import type { ParameterValue } from '#kernel/parameters/main'

/** One change of a setting. */
export default class SettingChange extends compose(
  BaseModel,
  unscoped('whoever may see settings sees who changed them')
) {
  static table = 'setting_changes'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare key: string

  /** `null` for the default. */
  @jsonColumn()
  declare valueBefore: ParameterValue | null

  /** `null` for the default. */
  @jsonColumn()
  declare valueAfter: ParameterValue | null

  /** `null` where a command did. */
  @column()
  declare changedBy: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
