import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export type MemberRole = 'owner' | 'member'

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

  /** The member sees what comes after. */
  @column()
  declare joinedSeq: number

  /** Who has left sees nothing beyond. */
  @column()
  declare leftSeq: number | null

  /** Who brought them into a group, where that is known. */
  @column()
  declare broughtBy: number | null

  @column()
  declare readSeq: number

  @column({ consume: Boolean })
  declare muted: boolean

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
