import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'

export const CONVERSATION_TYPES = ['direct', 'group', 'system'] as const
export type ConversationType = (typeof CONVERSATION_TYPES)[number]

export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

export default class Conversation extends compose(BaseModel, unscoped('membership decides')) {
  static table = 'conversations'
  static audit = unaudited('its log tells what was done in it')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare type: ConversationType

  /** `lower:higher` user id of a direct conversation, `system:id` of a system one; unique. */
  @column()
  declare pairKey: string | null

  @column()
  declare ownerId: number | null

  @column()
  declare name: string | null

  @searchText('name')
  declare searchText: string | null

  @column()
  declare pictureFileId: number | null

  @column()
  declare lastSeq: number

  /** Entries before it were removed because of their age. */
  @column()
  declare firstSeq: number

  @column()
  declare lastMessageSeq: number

  /** The last entry that changed who is a member, or whether they may write. */
  @column()
  declare membersSeq: number

  @instant()
  declare lastMessageAt: DateTime | null

  /** Since when nobody writes into it. */
  @instant()
  declare closedAt: DateTime | null

  /** Since when it is being removed: nobody is a member any more. */
  @instant()
  declare deletedAt: DateTime | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
