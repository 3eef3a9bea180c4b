import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import type { StoredFile } from '#plugins/files/main'
import type Document from '../models/document.js'
import DocumentVersion, { type Placement, type VersionKind } from '../models/document_version.js'
import type { Author } from './author.js'
import type { VersionHistory } from './version_history.js'

interface NewVersion {
  file: StoredFile
  kind: VersionKind
  author: Author
  placement?: Placement
  sessionKey?: string
  baseVersionNo?: number
  contributors?: readonly number[]
  history?: VersionHistory | null
  changesFileId?: number | null
  contentDigest?: string | null
  writtenAt?: DateTime | null
  modifiedAt?: DateTime | null
  restoredFrom?: number
}

export async function recordVersion(
  document: Document,
  { file, author, placement = 'current', history, contributors, ...version }: NewVersion,
  trx: TransactionClientContract
): Promise<DocumentVersion> {
  const no = document.lastVersionNo + 1
  const { id: fileId, extension: fileType, sha256, size } = file
  const recorded = await DocumentVersion.create(
    {
      ...version,
      ...{ placement, no, fileId, fileType, sha256, size },
      documentId: document.id,
      history: history ? JSON.stringify(history) : null,
      contributors: contributors && [...contributors],
      authorId: author.id,
      authorName: author.name,
    },
    { client: trx }
  )
  document.lastVersionNo = no
  if (placement === 'current') document.merge({ versionNo: no, latestFileId: fileId, fileType })
  await document.useTransaction(trx).save()
  return recorded
}
