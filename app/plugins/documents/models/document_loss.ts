import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** Work that lies with the document server and does not come by itself: one for a key, until it is here. */
export default class DocumentLoss extends compose(
  BaseModel,
  unscoped('read by the service alone, to bring back what is lost and to tell whose it is')
) {
  static table = 'document_losses'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare editorKey: string

  /** What tells it from another loss under the same key: people are told once of each. */
  @column()
  declare mark: string

  /** Why it could not be had the last time. */
  @column()
  declare reason: string

  /** Whose work it is; `null`: whoever may have changed something in its session. */
  @column({
    prepare: (ids: readonly number[] | null) => ids && JSON.stringify(ids),
    consume: (text: string | null) => text && (JSON.parse(text) as number[]),
  })
  declare userIds: number[] | null

  /** What those are told whose work it is. */
  @column()
  declare body: string

  /** What those are told who look after the editor; `null` where they can do nothing. */
  @column()
  declare remedy: string | null

  @column()
  declare attempts: number

  /** Since when the document server names it no more, though it never came; `null` while it does. */
  @instant()
  declare missingAt: DateTime | null

  /** How many sweeps have found it missing since. */
  @column()
  declare missed: number

  /** When it was met first. */
  @instant()
  declare createdAt: DateTime

  /** Not tried before then; `null`: at every sweep. */
  @instant()
  declare retryAt: DateTime | null

  /** Nobody is told before then: it may pass. */
  @instant()
  declare tellFrom: DateTime

  @instant()
  declare toldAt: DateTime | null

  /** The last of those who were asked whether they look after the editor; `null` once enough or all were. */
  @column()
  declare mendersAfter: number | null

  @column()
  declare mendersTold: number
}
