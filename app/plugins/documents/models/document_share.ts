import { column } from '@adonisjs/lucid/orm'
import type { DateTime } from 'luxon'
import { instant } from '#kernel/database/main'
import type { Level } from '../levels.js'
import { DocumentRow } from './document_row.js'

export const SUBJECT_TYPES = ['user', 'department', 'role'] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

export default class DocumentShare extends DocumentRow {
  static table = 'document_shares'

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

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
