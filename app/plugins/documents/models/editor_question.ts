import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** Something that nobody can know but who has this very database: no copy of it was made since. */
export default class EditorQuestion extends compose(
  BaseModel,
  unscoped('it belongs to the installation, and nobody is shown it')
) {
  static table = 'editor_questions'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare question: string

  @instant({ autoCreate: true })
  declare askedAt: DateTime
}
