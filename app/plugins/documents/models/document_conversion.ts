import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

export const CONVERSION_STATES = ['running', 'done', 'failed', 'cancelled'] as const
export type ConversionState = (typeof CONVERSION_STATES)[number]

/** How the result is stored. */
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

  /** Who asked for it and gets the result. */
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

  /** The key of the conversion at the document server. */
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

  /** The document or file that it made. */
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

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare endedAt: DateTime | null
}
