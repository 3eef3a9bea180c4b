import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import DocumentSave from '../models/document_save.js'

/**
 * Who came and who left under these present keys, as nodes of the first release noted it, since all was here the last time:
 * since a save, or since it was closed without changes. What was brought back is a save of before.
 */
export function olderComings(
  documents: readonly Pick<Document, 'id' | 'editorKey'>[]
): Promise<DocumentLog[]> {
  const ids = documents.map(({ id }) => id)
  const editorKeys = documents.map(({ editorKey }) => editorKey)
  const keys = DocumentKey.query()
    .whereIn('editorKey', editorKeys)
    .whereColumn('document_keys.document_id', 'document_logs.document_id')
    .whereColumn('document_keys.created_at', '<=', 'document_logs.created_at')
    .whereNotExists(savedSince())
  return DocumentLog.query()
    .whereIn('documentId', ids)
    .whereIn('action', ['editing_started', 'editing_left'])
    .whereNull('detail')
    .whereNotNull('operatorId')
    .whereExists(keys)
    .whereNotExists(closedSince())
    .orderBy('id')
    .exec()
}

function savedSince() {
  return DocumentSave.query()
    .whereColumn('document_saves.editor_key', 'document_keys.editor_key')
    .whereColumn('document_saves.created_at', '>=', 'document_logs.created_at')
    .whereIn('outcome', ['version', 'unchanged'])
    .whereNot('status', 0)
}

function closedSince() {
  return DocumentLog.query()
    .from('document_logs as closed')
    .whereColumn('closed.document_id', 'document_logs.document_id')
    .whereColumn('closed.id', '>', 'document_logs.id')
    .where('closed.action', 'editing_ended')
}
