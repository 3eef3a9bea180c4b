import { column } from '@adonisjs/lucid/orm'
import type { DateTime } from 'luxon'
import { instant } from '#kernel/database/main'
import { DocumentRow } from './document_row.js'

export const DECISIONS = ['approve', 'return'] as const
export type ReviewDecision = (typeof DECISIONS)[number]

export default class DocumentReview extends DocumentRow {
  static table = 'document_reviews'

  @column()
  declare handlerId: number

  @column()
  declare submittedBy: number | null

  @column()
  declare versionNo: number

  @column()
  declare submissionNo: number

  @column()
  declare decision: ReviewDecision | null

  @column()
  declare comment: string | null

  @instant()
  declare decidedAt: DateTime | null

  /** When the submission was decided or withdrawn. */
  @instant()
  declare closedAt: DateTime | null
}
