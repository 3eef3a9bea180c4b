import { column } from '@adonisjs/lucid/orm'
import { audited } from '#kernel/auditing/main'
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

/** Who comes and goes while a document is edited: for its log alone. */
const PASSING: ReadonlySet<LogAction> = new Set([
  'save_unchanged',
  'editing_started',
  'editing_left',
  'editing_ended',
  'callback_ignored',
  'key_renewed',
])

export default class DocumentLog extends DocumentRow {
  static table = 'document_logs'
  static audit = audited<DocumentLog>({
    as: ({ action, documentId, operatorId, versionNo }) =>
      PASSING.has(action)
        ? null
        : {
            action,
            type: 'document',
            id: documentId,
            actorId: operatorId,
            after: versionNo ? { versionNo } : null,
          },
  })

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
