import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export const CONTENT_TYPES = ['text', 'image', 'file', 'custom'] as const

/** What a client may send, and notices. */
export type ContentType = (typeof CONTENT_TYPES)[number] | 'notice'

export default class Message extends compose(BaseModel, unscoped('membership decides')) {
  static table = 'messages'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare conversationId: number

  @column()
  declare seq: number

  @column()
  declare clientMessageId: string

  /** `null` for what the service itself says. */
  @column()
  declare senderId: number | null

  @column()
  declare contentType: ContentType

  /** JSON. */
  @column()
  declare content: string

  /** `seq` of the message that this one answers. */
  @column()
  declare replyTo: number | null

  /** JSON list of user ids. */
  @column()
  declare mentions: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare recalledAt: DateTime | null
}
