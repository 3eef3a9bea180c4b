import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

export const CONVERSION_STATES = ['running', 'done', 'failed', 'cancelled'] as const
export type ConversionState = (typeof CONVERSION_STATES)[number]

/** What the converted file becomes. */
export const CONVERSION_RESULTS = ['download', 'file', 'document'] as const
export type ConversionResultKind = (typeof CONVERSION_RESULTS)[number]

export default class DocumentConversion extends compose(
  BaseModel,
  unscoped('reached through its document, by whoever asked for it')
) {
  static table = 'document_conversions'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare versionNo: number

  /** Owner of the result. */
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

  /** Its key at the document server. */
  @column()
  declare serverKey: string

  @column()
  declare state: ConversionState

  @column()
  declare percent: number

  /** Stable code of the failure. */
  @column()
  declare reason: string | null

  @column()
  declare message: string | null

  /** Id of the new document or file. */
  @column()
  declare resultId: number | null

  /** File to download. */
  @column()
  declare fileId: number | null

  /** Process that works on it until `runnerUntil`. */
  @column()
  declare runner: string | null

  @instant()
  declare runnerUntil: DateTime | null

  @instant()
  declare deadlineAt: DateTime

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare endedAt: DateTime | null
}
