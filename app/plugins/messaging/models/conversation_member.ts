import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

export default class ConversationMember extends compose(BaseModel, unscoped('membership decides')) {
  static table = 'conversation_members'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare conversationId: number

  @column()
  declare userId: number

  @column()
  declare role: MemberRole

  /** The first entry that the member sees. */
  @column()
  declare fromSeq: number

  /** The last one that those who left see; `null` for members. */
  @column()
  declare toSeq: number | null

  @column()
  declare readSeq: number

  @column({ consume: Boolean })
  declare markedUnread: boolean

  @instant()
  declare mutedUntil: DateTime | null

  @column({ consume: Boolean })
  declare pinned: boolean

  @column({ consume: Boolean })
  declare archived: boolean

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
