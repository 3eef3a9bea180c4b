import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** Prefix of the session keys that were made at one address. */
export default class EditorPrefix extends compose(
  BaseModel,
  unscoped('it belongs to the installation, and nobody is shown it')
) {
  static table = 'editor_prefixes'
  static audit = unaudited('it belongs to the installation')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare prefix: string

  /** `EDITOR_PUBLIC_BASE_URL` at the time. */
  @column()
  declare address: string

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
