import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Document from '../models/document.js'
import DocumentVersion from '../models/document_version.js'

type Numbers = Pick<Document, 'id' | 'versionNo' | 'lastVersionNo'>

/** The number of the present version only grows: what has a higher one never was present. */
export function liesBeside({ beside, no }: DocumentVersion, presentNo: number): boolean {
  return beside || no > presentNo
}

/**
 * Nodes of the first release, which may still run while nodes are replaced, do not say of a version that it lies beside.
 * It is made up for before a later one is present, of a document that the caller has locked.
 */
export async function noteBesides(
  { id: documentId, versionNo, lastVersionNo }: Numbers,
  trx: TransactionClientContract
): Promise<void> {
  if (lastVersionNo <= versionNo) return
  const above = await DocumentVersion.query({ client: trx })
    .where({ documentId, beside: false })
    .where('no', '>', versionNo)
    .select('id')
  if (above.length === 0) return
  const ids = above.map(({ id }) => id)
  await DocumentVersion.query({ client: trx }).whereIn('id', ids).update({ beside: true })
}

/**
 * Leaves out what such a node kept beside before another of them went on. What it brought back became present only together
 * with a new key, made since the version before; and its keys do not name the version that they are opened from. What
 * this release brings back has a digest of its content, and says itself whether it lies beside.
 */
export function thatWerePresent(
  versions: ModelQueryBuilderContract<typeof DocumentVersion>
): ModelQueryBuilderContract<typeof DocumentVersion> {
  return versions.where('beside', false).where((present) => {
    void present.whereNot('kind', 'recovered').orWhereNotNull('contentDigest')
    void present.orWhereExists((keys) => {
      void keys
        .from('document_keys')
        .joinRaw(
          'inner join document_versions earlier on earlier.document_id = document_keys.document_id'
        )
        .whereColumn('earlier.document_id', 'document_versions.document_id')
        .whereNull('document_keys.base_version_no')
        .whereRaw('earlier.no = document_versions.no - 1')
        .whereColumn('document_keys.created_at', '>', 'earlier.created_at')
        .whereColumn('document_keys.created_at', '<=', 'document_versions.created_at')
    })
  })
}
