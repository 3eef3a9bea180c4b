import db from '@adonisjs/lucid/services/db'
import type { EditorStage } from './editor_stage.js'

/** What a backup of the database holds of a document, besides the document itself. */
const PARTS = ['document_versions', 'editing_sessions', 'document_saves', 'document_logs'] as const

type Row = Record<string, unknown>

export async function backupOf(id: number) {
  const document: Row = await db.from('documents').where({ id }).firstOrFail()
  const parts = new Map<string, Row[]>()
  for (const part of PARTS) parts.set(part, await db.from(part).where('document_id', id))
  return { document, parts }
}

/** Once the document server has told what it had to tell of what came after. */
export async function restoreBackup(
  { server }: EditorStage,
  { document, parts }: Awaited<ReturnType<typeof backupOf>>
): Promise<void> {
  await server.settled()
  const { id, ...state } = document
  const document_id = id as number
  for (const part of [...PARTS].reverse()) await db.from(part).where({ document_id }).delete()
  await db
    .from('documents')
    .where('id', id as number)
    .update(state)
  for (const part of PARTS)
    if (parts.get(part)!.length > 0) await db.table(part).multiInsert(parts.get(part)!)
}
