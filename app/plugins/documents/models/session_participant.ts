import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'
import type { Level } from '../levels.js'

/** Somebody who was given the configuration of an editing session: one row for each level. */
export default class SessionParticipant extends compose(
  BaseModel,
  unscoped('read by the service alone, to end what somebody may no longer do')
) {
  static table = 'session_participants'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare sessionId: number

  @column()
  declare userId: number

  /** The login in which they asked for it last; `null` where that is not known. */
  @column()
  declare loginId: number | null

  @column()
  declare level: Level

  @instant()
  declare firstLetInAt: DateTime

  @instant()
  declare lastLetInAt: DateTime

  /** When a callback last named them as inside. */
  @instant()
  declare seenAt: DateTime | null

  /** When the document server was last told to disconnect them. */
  @instant()
  declare droppedAt: DateTime | null
}
