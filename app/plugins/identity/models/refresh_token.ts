import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export default class RefreshToken extends compose(
  BaseModel,
  unscoped('found by the hash of a secret alone')
) {
  static table = 'refresh_tokens'
  static audit = unaudited('the login history tells of logins')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare sessionId: number

  /** SHA-256 of the token, in hex. */
  @column()
  declare hash: string

  /** Random; with the token itself and the server's key it yields the successor. */
  @column({ serializeAs: null })
  declare nonce: string

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare expiresAt: DateTime

  @instant()
  declare usedAt: DateTime | null
}
