import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** That somebody was let into an editing session to change something, and may be inside. */
export default class DocumentOpening extends compose(
  BaseModel,
  unscoped('read by the service alone, to end what somebody may no longer do')
) {
  static table = 'document_openings'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare editorKey: string

  @column()
  declare userId: number

  /** The login in which they were let in; `null` where that is not known. */
  @column()
  declare sessionId: number | null

  /** What the editor lets them do. */
  @column({
    prepare: (rights: readonly string[]) => rights.join(','),
    consume: (text: string) => text.split(',').filter(Boolean),
  })
  declare access: string[]

  /** When they were let in last. */
  @instant()
  declare openedAt: DateTime

  /** When they were let in first. */
  @instant()
  declare firstOpenedAt: DateTime

  /** When the document server named them as inside; `null`: they never came, or left when everything was saved. */
  @instant()
  declare joinedAt: DateTime | null

  /**
   * When they were seen to leave while others stayed: then their work is part of what the others save. Moved
   * on by a save that had been begun before: it may be without the last of their work.
   */
  @instant()
  declare leftAt: DateTime | null

  /**
   * Since when the document server names others as inside and them no more, though nobody said that they left: their
   * leaving was not heard, or it has lost what it knew.
   */
  @instant()
  declare missingAt: DateTime | null

  /**
   * When their session was seen to begin anew, and what was kept of it by then was written before they came: where
   * nothing else shows that it went on, their work of before is nowhere.
   */
  @instant()
  declare lostAt: DateTime | null

  /** When they were told to leave. */
  @instant()
  declare droppedAt: DateTime | null

  /** When they came, or stayed although told to leave, without a right by then: what they change is not made present. */
  @instant()
  declare refusedAt: DateTime | null

  /**
   * When they were known to be outside first, once they had lost the right that they came with: what they begin to change
   * later is not made present, though nothing was heard of their coming back; until they have the right again.
   */
  @instant()
  declare barredAt: DateTime | null

  /** When they were seen to be outside. */
  @instant()
  declare endedAt: DateTime | null

  /**
   * When it was learnt that nothing of theirs is left over there, by asking alone: what they changed may have been saved
   * to where this database is not, as to one that was restored from a backup since.
   */
  @instant()
  declare endUnheardAt: DateTime | null

  /** When the document server, asked who is inside because they were to leave, did not name them. */
  @instant()
  declare outsideAt: DateTime | null
}
