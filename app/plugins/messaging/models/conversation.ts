import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'

export const CONVERSATION_TYPES = ['direct', 'group', 'system'] as const
export type ConversationType = (typeof CONVERSATION_TYPES)[number]

export default class Conversation extends compose(BaseModel, unscoped('membership decides')) {
  static table = 'conversations'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare type: ConversationType

  /** `lower:higher` user id of a direct conversation, `system:id` of a system one; no two of the same. */
  @column()
  declare pairKey: string | null

  @column()
  declare ownerId: number | null

  @column()
  declare title: string | null

  @searchText('title')
  declare searchText: string | null

  @column()
  declare lastSeq: number

  /** Messages up to there are removed because of their age. */
  @column()
  declare removedSeq: number

  /** Rises with every change of the members, under the same lock that numbers messages. */
  @column()
  declare memberVersion: number

  @instant()
  declare lastMessageAt: DateTime | null

  /** Since when nobody writes into it. */
  @instant()
  declare closedAt: DateTime | null

  /** Since when it is on its way out: nobody is in it any more. */
  @instant()
  declare deletedAt: DateTime | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
