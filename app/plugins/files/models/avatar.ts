import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** The file behind the address of somebody's picture. */
export default class Avatar extends compose(
  BaseModel,
  unscoped('whoever knows its address was shown the person')
) {
  static table = 'avatars'
  static audit = unaudited('the account tells of its picture')

  @column({ isPrimary: true })
  declare id: number

  /** Cannot be guessed; part of the address. */
  @column()
  declare key: string

  @column()
  declare userId: number

  @column()
  declare fileId: number

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
