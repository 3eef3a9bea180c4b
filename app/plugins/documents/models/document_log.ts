import { BaseModel, column } from '@adonisjs/lucid/orm'
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
  'key_renewed',
  'session_lost',
  'closed_unsaved',
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

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
