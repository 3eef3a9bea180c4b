import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/**
 * Work of a session that may not have come, though the session was settled or a save of it refused: until it comes, or
 * those whose it is are told.
 */
export default class DocumentOwedWork extends compose(
  BaseModel,
  unscoped('read by the service alone, to tell people of work that may not have come')
) {
  static table = 'document_owed_works'

  /** Without their histories, which may be long. */
  static described(options?: ModelAdapterOptions) {
    const names = [...this.$columnsDefinitions.keys()]
    return this.query(options).select(names.filter((name) => name !== 'history'))
  }

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare editorKey: string

  @column({
    prepare: (ids: readonly number[]) => JSON.stringify(ids),
    consume: (text: string) => JSON.parse(text) as number[],
  })
  declare userIds: number[]

  /** By which a refused save is known again; `null`: nobody knows whether anything was changed. */
  @column()
  declare mark: string | null

  /** Of a refused save. */
  @column({ serializeAs: null })
  declare history: string | null

  /** The format of a refused save, in which it may lie with the document server; `null`: nothing of it lies there, or nobody knows. */
  @column()
  declare fileType: string | null

  /** Who changed last in a refused save; `null`: nobody knows. */
  @column()
  declare authorId: number | null

  /** Whoever came to what had been lost before, and left it as it was. */
  @column({ consume: Boolean })
  declare onlyLooked: boolean

  /** When what lay there in its format was brought here. */
  @instant()
  declare foundAt: DateTime | null

  /** When it was changed last at the latest, by the document server's clock. */
  @instant()
  declare changedBy: DateTime | null

  /** When it was nowhere, as its session began anew: only what tells of changes of before can hold it. */
  @instant()
  declare lostAt: DateTime | null

  /** When it was refused last, or its session settled. */
  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare toldAt: DateTime | null
}
