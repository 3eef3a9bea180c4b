import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { StoredFile } from '#plugins/files/main'
import type Document from '../models/document.js'
import DocumentVersion, { type VersionKind } from '../models/document_version.js'
import type { Author } from './author.js'

export interface NewVersion {
  file: StoredFile
  kind: VersionKind
  author: Author
  /** `false` keeps it beside the present version, which stays. */
  present?: boolean
  editorKey?: string
  changesFileId?: number | null
  history?: DocumentVersion['history']
  restoredFrom?: number
}

/** Adds a version to a document that the caller has locked, and saves the document. */
export async function recordVersion(
  document: Document,
  { file, author, present = true, ...version }: NewVersion,
  trx: TransactionClientContract
): Promise<DocumentVersion> {
  const no = document.lastVersionNo + 1
  const { id: fileId, extension: fileType, sha256, size } = file
  const recorded = await DocumentVersion.create(
    {
      ...version,
      documentId: document.id,
      no,
      fileId,
      fileType,
      sha256,
      size,
      authorId: author.id,
      authorName: author.name,
    },
    { client: trx }
  )
  document.lastVersionNo = no
  if (present) document.merge({ versionNo: no, latestFileId: fileId, fileType })
  await document.useTransaction(trx).save()
  return recorded
}
