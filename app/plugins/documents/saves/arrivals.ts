import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentLog from '../models/document_log.js'
import DocumentSave from '../models/document_save.js'
import DocumentVersion from '../models/document_version.js'
import { TOLD } from '../notices/tell_authors.js'

/** The newest of all that has come of a document; another one whenever something comes, also what makes no new version. */
export interface Arrivals {
  saveId: number | null
  /** Of what is kept with the log. */
  entryId: number | null
}

export async function arrivalsOf(
  documentId: number,
  client?: TransactionClientContract
): Promise<Arrivals> {
  const save = await DocumentSave.query({ client })
    .where({ documentId })
    .orderBy('id', 'desc')
    .first()
  const entry = await DocumentLog.query({ client })
    .where({ documentId })
    .whereNotNull('fileId')
    .orderBy('id', 'desc')
    .first()
  return { saveId: save?.id ?? null, entryId: entry?.id ?? null }
}

export function areSame(one: Arrivals, other: Arrivals): boolean {
  return one.saveId === other.saveId && one.entryId === other.entryId
}

/** Of what people were told since a moment that it is kept: ids of the documents, as a query of each kind. */
export function keptSince(moment: string, client?: TransactionClientContract) {
  const versions = DocumentVersion.query({ client }).whereIn('kind', [...TOLD])
  const entries = DocumentLog.query({ client }).whereNotNull('fileId')
  return [versions, entries].map((kept) =>
    kept.where('createdAt', '>=', moment).select('documentId')
  )
}
