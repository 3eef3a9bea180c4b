import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export const OUTCOMES = ['upheld', 'dismissed'] as const
type Outcome = (typeof OUTCOMES)[number]

/** Somebody found that a message should not have been written. */
export default class ModerationReport extends compose(
  BaseModel,
  unscoped('its list shows reports against people within reach')
) {
  static table = 'moderation_reports'
  static audit = audited<ModerationReport>({ masked: ['content', 'reason'] })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare conversationId: number

  @column()
  declare seq: number

  /** Who wrote the message. */
  @column()
  declare senderId: number

  @column()
  declare reporterId: number

  @column()
  declare reason: string

  @column()
  declare contentType: string

  /** JSON: what the message said when it was reported. */
  @column()
  declare content: string

  /** `null` while it is open. */
  @column()
  declare outcome: Outcome | null

  @column()
  declare note: string | null

  @column()
  declare closedBy: number | null

  @instant()
  declare closedAt: DateTime | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
