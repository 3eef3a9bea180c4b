import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant, jsonColumn } from '#kernel/database/main'
import type { ParameterValue } from '#kernel/parameters/main'

/** A value that an administrator chose for a parameter. */
export default class Setting extends compose(
  BaseModel,
  unscoped('settings are those of the whole installation')
) {
  static table = 'settings'
  static audit = unaudited('what changes it tells of it')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare key: string

  @jsonColumn()
  declare value: ParameterValue

  @column()
  declare updatedBy: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true })
  declare updatedAt: DateTime
}
