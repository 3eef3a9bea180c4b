import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

export const ACTIONS = [
  'closed',
  'opened',
  'owner',
  'deleted',
  'exported',
  'report_closed',
] as const
export type Action = (typeof ACTIONS)[number]

/** What somebody did with others’ conversations. */
export default class MessagingAct extends compose(
  BaseModel,
  unscoped('its list shows what was done by people within reach')
) {
  static table = 'messaging_acts'

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
  declare title: string | null

  /** Whom it concerned beside: the next owner, whose messages were handed out, or of whom one was reported. */
  @column()
  declare userId: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
