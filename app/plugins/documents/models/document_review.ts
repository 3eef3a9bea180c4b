import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

export const DECISIONS = ['approve', 'return'] as const
export type ReviewDecision = (typeof DECISIONS)[number]

/** What one handler is asked, or has said, of a submitted document. Who never answered is told by the log alone. */
export default class DocumentReview extends compose(
  BaseModel,
  unscoped('asked for by handler, or reached through its document')
) {
  static table = 'document_reviews'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare handlerId: number

  @column()
  declare submittedBy: number | null

  /** The version that was submitted. */
  @column()
  declare versionNo: number

  /** Of the submission. */
  @column()
  declare submissionNo: number

  @column()
  declare decision: ReviewDecision | null

  @column()
  declare comment: string | null

  @instant()
  declare decidedAt: DateTime | null

  /** When the submission was decided, by whomever. */
  @instant()
  declare closedAt: DateTime | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
