import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import type { Author } from './author.js'

export interface LogEntry {
  action: LogAction
  author?: Author
  versionNo?: number | null
  detail?: Record<string, unknown>
  fileId?: number | null
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
