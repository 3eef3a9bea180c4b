import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** A person's data that goes, or is gone: who asked for it, and when. */
export default class Erasure extends compose(
  BaseModel,
  unscoped('reached through the user, whose row keeps their place')
) {
  static table = 'erasures'
  static audit = audited<Erasure>({
    as: ({ userId }) => ({ action: 'erased', type: 'user', id: userId }),
  })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare userId: number

  /** `null`: by a command. */
  @column()
  declare requestedBy: number | null

  /** The one from before, until all is erased: a failed login may name it. */
  @column()
  declare username: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  /** When it ended for the first time. */
  @instant()
  declare erasedAt: DateTime | null
}
