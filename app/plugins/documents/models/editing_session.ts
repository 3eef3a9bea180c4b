import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/**
 * `final`: its last save was taken. `unchanged`: it ended without further changes. `ended_by_us`: this service ended it.
 * `lost`: the document server no longer knows it, and work may be missing.
 */
export type CloseReason = 'final' | 'unchanged' | 'ended_by_us' | 'lost'

/** As `lastStatus`: people are inside, or something is unsaved. */
export const EDITING = 1

/** Notices to the participants, beyond those about versions. */
export type SessionNotice = 'lost' | 'undone' | 'unsaved' | 'not_written' | 'undelivered'

/** One editing session: a key under which the document server opens a document. */
export default class EditingSession extends compose(
  BaseModel,
  unscoped('reached through its document, or by a signed token that names it')
) {
  static table = 'editing_sessions'
  static audit = unaudited('the document log tells who edited')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare sessionKey: string

  /** The version that the key opens, also after later saves. */
  @column()
  declare baseVersionNo: number

  @column()
  declare state: 'open' | 'closed'

  @column()
  declare closeReason: CloseReason | null

  /** Status of the last callback about users: 1 or 4; `null` before the first. */
  @column()
  declare lastStatus: number | null

  @column({
    prepare: (ids: readonly number[] | null) => ids && JSON.stringify(ids),
    consume: (text: string | null) => (text ? (JSON.parse(text) as number[]) : []),
  })
  declare lastUsers: number[]

  @instant()
  declare lastWordAt: DateTime | null

  /** Id of the question that the last callback answered. */
  @column()
  declare answered: string | null

  /** When it was last closed without changes: earlier participants have no work in it. */
  @instant()
  declare quietAt: DateTime | null

  @column()
  declare notice: SessionNotice | null

  @instant()
  declare toldAt: DateTime | null

  @instant({ autoCreate: true })
  declare openedAt: DateTime

  @instant()
  declare closedAt: DateTime | null
}
