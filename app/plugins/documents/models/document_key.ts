import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/**
 * `final`: its session is saved and over. `failed`: it is over, but the document server could not write its last save.
 * `replaced`: the document went on without it, by a restored version, by submitting, or by a late save of another
 * session; or it was over, and somebody may have come since. `taken_back`: the document went on because it was closed
 * without changes although it had saves, until whoever was inside is told. `left_behind`: the same while people stayed
 * inside who had been told to leave; what they save after that is never made present. What still comes of a key that is
 * not `open` is a late save.
 */
export type KeyState = 'open' | 'final' | 'failed' | 'replaced' | 'taken_back' | 'left_behind'

/** `unwritten`: nothing came of it. `badly_written`: a file came, in which something may be missing. */
export type FailedSave = 'unwritten' | 'badly_written'

/** Of keys without which the document went on: somebody may still be at work under them. */
export const REPLACED: readonly KeyState[] = ['replaced', 'taken_back', 'left_behind']

/** Every key a document was ever opened under. */
export default class DocumentKey extends compose(
  BaseModel,
  unscoped('reached through its document, or by a signed token that names it')
) {
  static table = 'document_keys'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare editorKey: string

  @column()
  declare state: KeyState

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare endedAt: DateTime | null

  /** When somebody was first let in to change something; `null`: nobody was, so nobody can be at work under it. */
  @instant()
  declare openedAt: DateTime | null

  /** The version whose content the editor opens under it; `null` where that is not known. */
  @column()
  declare baseVersionNo: number | null

  /** When what the document server cannot save of it was given up: it keeps nothing from going on any more. */
  @instant()
  declare abandonedAt: DateTime | null

  /** When its content was first fetched to be opened: somebody may be at work under it, also where nobody is heard of. */
  @instant()
  declare servedAt: DateTime | null

  /** When it was fetched last; `null`: not since this is noted. */
  @instant()
  declare lastServedAt: DateTime | null

  /** When the document server last spoke of its session. */
  @instant()
  declare heardAt: DateTime | null

  /** When it was last asked because nothing had been heard for long. */
  @instant()
  declare askedAt: DateTime | null

  /** When all that had been changed under it was here, or nothing had been: after a save, or "closed without changes". */
  @instant()
  declare settledAt: DateTime | null

  /** Since when the document server says that nobody is inside and something is unsaved. */
  @instant()
  declare unsavedAt: DateTime | null

  /**
   * When its session was found to have ended over there without a word, or its work was given up or came badly written,
   * until those who were inside are told.
   */
  @instant()
  declare goneAt: DateTime | null

  /**
   * How the document server said that it could not write the session, unless a good last save came since: what is kept over there
   * under the key may be that file, and whoever comes back may go on from it.
   */
  @column()
  declare failedSave: FailedSave | null

  /** Which question of ours was answered last, and how. */
  @column()
  declare heardOf: string | null

  @column()
  declare heardStatus: number | null

  /** Who was inside then, as the editor knows them. */
  @column({
    prepare: (users: readonly string[] | null) => users && JSON.stringify(users),
    consume: (text: string | null) => text && (JSON.parse(text) as string[]),
  })
  declare heardUsers: string[] | null
}
