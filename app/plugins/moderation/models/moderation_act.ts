import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export const ACTIONS = [
  ...(['closed', 'opened', 'owner', 'deleted'] as const),
  ...(['message_removed', 'exported', 'report_closed'] as const),
] as const
export type Action = (typeof ACTIONS)[number]

/** What somebody did with conversations of others. */
export default class ModerationAct extends compose(
  BaseModel,
  unscoped('its list shows what was done by people within reach')
) {
  static table = 'moderation_acts'
  static audit = audited<ModerationAct>({
    as: ({ action, conversationId, conversationName, seq, userId }) => ({
      action,
      type: 'conversation',
      id: conversationId,
      name: conversationName,
      after: { seq, userId },
    }),
  })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare action: Action

  /** Who did it. */
  @column()
  declare operatorId: number

  @column()
  declare conversationId: number | null

  /** What the conversation was called then. */
  @column()
  declare conversationName: string | null

  /** Of the message that was removed or reported. */
  @column()
  declare seq: number | null

  /** The next owner, whose messages were exported, or who wrote the message. */
  @column()
  declare userId: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
