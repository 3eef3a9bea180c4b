import { column } from '@adonisjs/lucid/orm'
import { DocumentRow } from './document_row.js'

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

export default class DocumentLog extends DocumentRow {
  static table = 'document_logs'

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
}
