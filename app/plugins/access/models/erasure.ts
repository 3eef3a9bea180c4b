import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** What was changed: rows by plugin, and by table. */
export type ErasedRows = Record<string, Record<string, number>>

/** A person's data that goes, or is gone: who asked for it, how far it has come, and what it was. */
export default class Erasure extends compose(
  BaseModel,
  unscoped('reached through the user, whose row keeps their place')
) {
  static table = 'erasures'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare userId: number

  /** `null`: by a command. */
  @column()
  declare requestedBy: number | null

  /** By which names they were known, until all was gone over twice: a failed login may still name them. */
  @column({
    prepare: (known: object | null) => (known ? JSON.stringify(known) : null),
    consume: (text: string | null) => text && (JSON.parse(text) as Erasure['known']),
  })
  declare known: { username: string; nickname: string } | null

  @column({
    prepare: (counts: ErasedRows) => JSON.stringify(counts),
    consume: (text: string) => JSON.parse(text) as ErasedRows,
  })
  declare counts: ErasedRows

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  /** When all was gone over for the first time. */
  @instant()
  declare erasedAt: DateTime | null

  /** When it is gone over next; `null` once nothing can be on its way any more. */
  @instant()
  declare dueAt: DateTime | null
}
