import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import type { Author } from './author.js'

interface LogEntry {
  action: LogAction
  author?: Author
  versionNo?: number | null
  detail?: Record<string, unknown>
}

export async function noteAllInLog(
  documentId: number,
  entries: readonly LogEntry[]
): Promise<void> {
  await DocumentLog.createMany(entries.map((entry) => rowOf(documentId, entry)))
}

export async function noteInLog(
  documentId: number,
  entry: LogEntry,
  trx?: TransactionClientContract
): Promise<void> {
  await DocumentLog.create(rowOf(documentId, entry), { client: trx })
}

function rowOf(documentId: number, { author, ...entry }: LogEntry) {
  const operator = { operatorId: author?.id ?? null, operatorName: author?.name ?? null }
  return { documentId, ...entry, ...operator }
}
