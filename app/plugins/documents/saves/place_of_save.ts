import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Document from '../models/document.js'
import type DocumentKey from '../models/document_key.js'
import DocumentVersion from '../models/document_version.js'

/** Where a save belongs among what has happened to its document since. */
export interface Place {
  /** Its session is the one in which the document is opened now. */
  isPresentKey: boolean
  /** Whether it is to be the present version: not over work that came after it. */
  becomesPresent: boolean
  /** The version that has this content already. */
  known: DocumentVersion | null
}

/**
 * A save of the present session follows the present version. One that comes late, of a session that is over, follows
 * it only if that session made the present version and nobody edits by now; otherwise it is kept beside.
 */
export async function placeOf(
  document: Document,
  { editorKey }: DocumentKey,
  sha256: string,
  trx: TransactionClientContract
): Promise<Place> {
  const versions = () => DocumentVersion.query({ client: trx }).where('documentId', document.id)
  const present = await versions().where('no', document.versionNo).firstOrFail()
  const isPresentKey = editorKey === document.editorKey
  const isLatestSession = present.editorKey === editorKey && document.editing.length === 0
  if (present.sha256 === sha256) return { isPresentKey, becomesPresent: true, known: present }

  const becomesPresent = isPresentKey || isLatestSession
  const known = isPresentKey ? null : await versions().where({ sha256, editorKey }).first()
  return { isPresentKey, becomesPresent, known }
}
