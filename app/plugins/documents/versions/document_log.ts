import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import type { Author } from './author.js'

export interface LogEntry {
  action: LogAction
  author?: Author
  versionNo?: number | null
  detail?: Record<string, unknown>
}

/** Notes what several did to a document, in this order. */
export async function noteAllInLog(
  documentId: number,
  deeds: readonly Pick<LogEntry, 'action' | 'author' | 'detail'>[]
): Promise<void> {
  if (deeds.length === 0) return
  const created = { document_id: documentId, created_at: toStored(clock.now()) }
  const rows = deeds.map(({ action, author, detail }) => {
    return {
      ...created,
      action,
      operator_id: author?.id ?? null,
      operator_name: author?.name ?? null,
      detail: detail ? JSON.stringify(detail) : null,
    }
  })
  await db.table('document_logs').multiInsert(rows)
}

/** Notes what happened to a document. */
export async function noteInLog(
  documentId: number,
  { author, ...entry }: LogEntry,
  trx?: TransactionClientContract
): Promise<void> {
  const operator = { operatorId: author?.id ?? null, operatorName: author?.name ?? null }
  await DocumentLog.create({ documentId, ...entry, ...operator }, { client: trx })
}
