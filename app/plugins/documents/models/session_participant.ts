import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'
import type { Level } from '../levels.js'

/** A user who received the configuration of an editing session; one row per level. */
export default class SessionParticipant extends compose(
  BaseModel,
  unscoped('read by the service alone, to end what somebody may no longer do')
) {
  static table = 'session_participants'
  static audit = unaudited('the document log tells who edited')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare sessionId: number

  @column()
  declare userId: number

  /** The last login session; `null` where it is unknown. */
  @column()
  declare loginId: number | null

  @column()
  declare level: Level

  @instant()
  declare lastLetInAt: DateTime

  @instant()
  declare seenAt: DateTime | null

  @instant()
  declare droppedAt: DateTime | null
}
