import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Document from '../models/document.js'
import DocumentVersion from '../models/document_version.js'

/** The only user who wrote the current version; `null` where several did, or an unknown one. */
export async function soleWriterOf(
  { id, versionNo }: Pick<Document, 'id' | 'versionNo'>,
  trx: TransactionClientContract
): Promise<number | null> {
  const { contributors, authorId } = await originOf(id, versionNo, trx)
  const writers = new Set(authorId ? [...contributors, authorId] : contributors)
  return writers.size === 1 ? [...writers][0]! : null
}

/** A restored version is the work of those who wrote the original. */
async function originOf(
  documentId: number,
  versionNo: number,
  trx: TransactionClientContract
): Promise<DocumentVersion> {
  for (let no = versionNo; ;) {
    const versions = DocumentVersion.described({ client: trx }).where({ documentId, no })
    const version = await versions.firstOrFail()
    if (version.restoredFrom === null) return version
    no = version.restoredFrom
  }
}
