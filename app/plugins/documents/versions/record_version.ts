import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import type { StoredFile } from '#plugins/files/main'
import type Document from '../models/document.js'
import DocumentVersion, { type VersionKind } from '../models/document_version.js'
import type { Author } from './author.js'
import { historyText, type VersionHistory } from './version_history.js'

export interface NewVersion {
  file: StoredFile
  kind: VersionKind
  author: Author
  /** `false` keeps it beside the present version, which stays. */
  present?: boolean
  /** Whose work it is had no right to it. */
  unpermitted?: boolean
  /** Something may be missing in it that was there before. */
  badlyWritten?: boolean
  /** Nobody here can look into it. */
  underPassword?: boolean
  editorKey?: string
  changesFileId?: number | null
  history?: VersionHistory | null
  contentDigest?: string | null
  changesSize?: number | null
  assembledAt?: DateTime | null
  changedAt?: DateTime | null
  changedBy?: DateTime | null
  concerned?: number[] | null
  restoredFrom?: number
}

/** Adds a version to a document that the caller has locked, and saves the document. */
export async function recordVersion(
  document: Document,
  { file, author, present = true, history, ...version }: NewVersion,
  trx: TransactionClientContract
): Promise<DocumentVersion> {
  const no = document.lastVersionNo + 1
  const { id: fileId, extension: fileType, sha256, size } = file
  const recorded = await DocumentVersion.create(
    {
      ...version,
      history: historyText(history),
      beside: !present,
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

/** Puts a later save of the same session, by the same one person, in the place of a version that lies beside. */
export async function replaceVersion(
  version: DocumentVersion,
  { file, author, ...later }: NewVersion,
  trx: TransactionClientContract
): Promise<DocumentVersion> {
  const { history, changesFileId, contentDigest, changesSize } = later
  const { assembledAt, changedAt, changedBy } = later
  const { id: fileId, extension: fileType, sha256, size } = file
  const content = { fileId, fileType, sha256, size, contentDigest: contentDigest ?? null }
  const times = { assembledAt, changedAt, changedBy }
  const changes = { history: historyText(history), changesFileId, changesSize, ...times }
  const by = {
    authorId: author.id,
    authorName: author.name,
    createdAt: DateTime.fromMillis(clock.now()),
  }
  return version
    .useTransaction(trx)
    .merge({ ...content, ...changes, ...by })
    .save()
}

/**
 * Its session came back to what it holds, having taken back what it had gone on with: whatever was written before that, and
 * arrives later, is older.
 */
export async function wroteAgain(
  { id }: DocumentVersion,
  { editorKey, assembledAt }: { editorKey: string; assembledAt: DateTime },
  trx: TransactionClientContract
): Promise<void> {
  await DocumentVersion.query({ client: trx })
    .where({ id, editorKey })
    .where('assembledAt', '<', toStored(assembledAt))
    .update({ assembledAt: toStored(assembledAt) })
}
