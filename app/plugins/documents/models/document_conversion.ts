import { column } from '@adonisjs/lucid/orm'
import type { DateTime } from 'luxon'
import { instant } from '#kernel/database/main'
import { DocumentRow } from './document_row.js'

export const CONVERSION_STATES = ['running', 'done', 'failed', 'cancelled'] as const
export type ConversionState = (typeof CONVERSION_STATES)[number]

export const CONVERSION_RESULTS = ['download', 'file', 'document'] as const
export type ConversionResultKind = (typeof CONVERSION_RESULTS)[number]

export default class DocumentConversion extends DocumentRow {
  static table = 'document_conversions'

  @column()
  declare versionNo: number

  @column()
  declare operatorId: number

  /** Of the result. */
  @column()
  declare title: string

  @column()
  declare fromType: string

  @column()
  declare toType: string

  @column()
  declare result: ConversionResultKind

  @column()
  declare serverKey: string

  @column()
  declare state: ConversionState

  @column()
  declare percent: number

  /** Why it failed, as a stable code. */
  @column()
  declare reason: string | null

  @column()
  declare message: string | null

  @column()
  declare resultId: number | null

  /** The file of a `download`. */
  @column()
  declare fileId: number | null

  /** The lease of the node that works on it, valid until `runnerUntil`. */
  @column()
  declare runner: string | null

  @instant()
  declare runnerUntil: DateTime | null

  @instant()
  declare deadlineAt: DateTime

  @instant()
  declare endedAt: DateTime | null
}
