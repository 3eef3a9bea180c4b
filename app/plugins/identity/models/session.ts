import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { scopedBy } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export const END_REASONS = [
  'logout',
  'kicked',
  'password_changed',
  'disabled',
  'deleted',
  'refresh_reused',
  'superseded',
] as const
export type EndReason = (typeof END_REASONS)[number]

export default class Session extends compose(
  BaseModel,
  scopedBy({ owner: 'userId', stamps: false })
) {
  static table = 'sessions'
  static audit = unaudited('the login history tells of sessions')

  @column({ isPrimary: true })
  declare id: number

  /** The random key by which tokens name the session. */
  @column({ serializeAs: null })
  declare sid: string

  @column()
  declare userId: number

  @column()
  declare ip: string | null

  /** The key of `ip` in rate limits. */
  @column({ serializeAs: null })
  declare address: string | null

  @column()
  declare userAgent: string | null

  /** By the device and the network a later login is recognised. */
  @column({ serializeAs: null })
  declare device: string

  @column({ serializeAs: null })
  declare network: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare lastUsedAt: DateTime

  @instant()
  declare expiresAt: DateTime

  @instant()
  declare endedAt: DateTime | null

  @column()
  declare endReason: EndReason | null
}
