import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { FileStore, StoredFile, type FileKind, type StoredBlob } from '#plugins/files/main'
import type Document from '../models/document.js'
import type DocumentKey from '../models/document_key.js'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import { hasRuns } from '../notices/contributors.js'
import { noteInLog, type LogEntry } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import type { FetchedRequest } from './save_document.js'

type Transaction = TransactionClientContract

/** What came of a save that the document server could not write well. */
export interface Remains extends FileKind {
  blob: StoredBlob
  part: 'content' | 'changes'
}

interface KeptWithLog {
  key: DocumentKey
  entry: LogEntry
}

/** Keeps it with an entry of the log. */
@inject()
export class KeepRemains {
  constructor(private readonly store: FileStore) {}

  async handle(
    { id, ownerId, departmentId }: Document,
    { blob, part, extension, mimeType }: Remains,
    { key, entry }: KeptWithLog,
    trx: Transaction
  ): Promise<void> {
    const ownership = { owner: ownerId, department: departmentId }
    const name = `${part}.${extension}`
    const description = { extension, mimeType, holder: HOLDER, ownership, name }
    const { id: fileId } = await this.store.record(blob, description, trx)
    const detail = { ...entry.detail, part, keyId: key.id }
    await noteInLog(id, { ...entry, detail, fileId }, trx)
  }
}

/** What is kept of the session already came once before, and its answer got lost. */
export async function unknownOf(
  remains: readonly Remains[],
  key: DocumentKey,
  action: LogAction,
  trx: Transaction
): Promise<Remains[]> {
  const files = await StoredFile.query({ client: trx })
    .whereIn(
      'sha256',
      remains.map(({ blob }) => blob.sha256)
    )
    .whereIn('id', keptOf(key, action, trx).select('fileId'))
    .select('id', 'sha256')
  const fileIds = files.map(({ id }) => id)
  const kept = await keptOf(key, action, trx).whereIn('fileId', fileIds)
  const ofKey = new Set(kept.filter((entry) => isOf(entry, key)).map(({ fileId }) => fileId))
  const known = new Set(files.filter(({ id }) => ofKey.has(id)).map(({ sha256 }) => sha256))
  return remains.filter(({ blob }) => !known.has(blob.sha256))
}

/** Whether it came of a save of the session before, forced or last, that could not be written well. */
export async function isKeptOf(key: DocumentKey, sha256: string): Promise<boolean> {
  const entries = await DocumentLog.query()
    .where({ documentId: key.documentId })
    .whereIn('action', OF_SAVES)
    .whereIn('fileId', StoredFile.query().where({ sha256 }).select('id'))
  return entries.some((entry) => isOf(entry, key))
}

const OF_SAVES: LogAction[] = ['save_failed', 'forced_save_failed']

function keptOf({ documentId }: DocumentKey, action: LogAction, trx: Transaction) {
  return DocumentLog.query({ client: trx }).where({ documentId, action }).whereNotNull('fileId')
}

function isOf({ keyId }: DocumentLog, key: DocumentKey): boolean {
  return keyId === key.id
}

/**
 * Whether a save goes on from what came badly written of its session: whoever opened it after the document server had given
 * it up found that file. Then no history says who changed what.
 */
export function goesOnFromRemains(
  { source, recovered }: FetchedRequest,
  { failedSave }: DocumentKey
): boolean {
  if (recovered || failedSave !== 'badly_written') return false
  return !hasRuns(source?.history ?? null)
}
