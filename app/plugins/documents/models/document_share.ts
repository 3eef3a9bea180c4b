import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'
import type { Level } from '../levels.js'

export const SUBJECT_TYPES = ['user', 'department', 'role'] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

export default class DocumentShare extends compose(
  BaseModel,
  unscoped('reached through its document, or by whom the document is shared with')
) {
  static table = 'document_shares'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare subjectType: SubjectType

  @column()
  declare subjectId: number

  @column()
  declare level: Level

  /** It has no effect from then on, and is removed soon after. */
  @instant()
  declare endsAt: DateTime | null

  @column()
  declare sharedBy: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
