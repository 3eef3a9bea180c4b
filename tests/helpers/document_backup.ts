import db from '@adonisjs/lucid/services/db'
import type { EditorStage } from './editor_stage.js'

type Row = Record<string, unknown>

/** What a backup of the database holds of a document, besides the document itself; what refers to it comes later. */
const PARTS = ['document_versions', 'editing_sessions', 'document_saves', 'document_logs'] as const

const participantsOf = (id: number) =>
  db
    .from('session_participants')
    .whereIn('session_id', db.from('editing_sessions').where('document_id', id).select('id'))

export async function backupOf(id: number) {
  const document: Row = await db.from('documents').where({ id }).firstOrFail()
  const parts = new Map<string, Row[]>()
  for (const part of PARTS) parts.set(part, await db.from(part).where('document_id', id))
  parts.set('session_participants', await participantsOf(id))
  return { id, document, parts }
}

/** Once the document server has told what it had to tell of what came after. */
export async function restoreBackup(
  { server }: EditorStage,
  { id, document, parts }: Awaited<ReturnType<typeof backupOf>>
): Promise<void> {
  await server.settled()
  await participantsOf(id).delete()
  for (const part of PARTS.toReversed()) await db.from(part).where('document_id', id).delete()
  const { id: _id, ...state } = document
  await db.from('documents').where({ id }).update(state)
  for (const [part, rows] of parts) if (rows.length > 0) await db.table(part).multiInsert(rows)
}
