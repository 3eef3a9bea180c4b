import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

export const DECISIONS = ['approve', 'return'] as const
export type ReviewDecision = (typeof DECISIONS)[number]

/** The review of a submitted document by one handler. */
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

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
