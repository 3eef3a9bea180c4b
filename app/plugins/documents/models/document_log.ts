import { BaseModel, beforeSave, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

export const LOG_ACTIONS = [
  'created',
  'renamed',
  'deleted',
  'saved',
  'save_unchanged',
  'save_dropped',
  'save_rejected',
  'save_failed',
  'forced_save_failed',
  'restored',
  'recovered',
  'editing_started',
  'editing_left',
  'editing_ended',
  'callback_ignored',
  'submitted',
  'approved',
  'returned',
  'withdrawn',
  'handlers_replaced',
  'session_dropped',
  'work_abandoned',
  'session_lost',
  'session_unknown',
  'closed_unsaved',
  'key_renewed',
  'undeleted',
  'exported',
  'shared',
  'share_changed',
  'unshared',
  'share_ended',
  'mentioned',
  'form_submitted',
  'form_rejected',
  'converted',
  'conversion_failed',
  'saved_as',
] as const
export type LogAction = (typeof LOG_ACTIONS)[number]

export default class DocumentLog extends compose(
  BaseModel,
  unscoped('reached through its document alone, which is within reach')
) {
  static table = 'document_logs'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare action: LogAction

  @column()
  declare operatorId: number | null

  @column()
  declare operatorName: string | null

  @column()
  declare versionNo: number | null

  @column({
    prepare: (detail: unknown) => (detail ? JSON.stringify(detail) : null),
    consume: (text: string | null) => (text === null ? null : JSON.parse(text)),
  })
  declare detail: Record<string, unknown> | null

  /** Of which session it is, as its detail says; `null` where that says nothing. */
  @column()
  declare keyId: number | null

  /** What came with a save that failed on the other side, kept in case somebody's work can be read from it. */
  @column()
  declare fileId: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @beforeSave()
  static noteKey(entry: DocumentLog) {
    if (entry.$dirty.detail) entry.keyId = keyIdIn(entry.detail)
  }
}

export function keyIdIn(detail: DocumentLog['detail'] | undefined): number | null {
  return typeof detail?.keyId === 'number' ? detail.keyId : null
}
