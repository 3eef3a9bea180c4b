import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentSave from '../models/document_save.js'
import DocumentVersion from '../models/document_version.js'
import type EditingSession from '../models/editing_session.js'
import { changesIn, historyIn } from '../versions/version_history.js'
import type { KeptFile } from './keep_file.js'
import type { SaveTrace } from './place_save.js'

type Transaction = TransactionClientContract

/** The newest save of a session that was written well and in its order, without its history. */
export function newestSave(
  { sessionKey }: Pick<EditingSession, 'sessionKey'>,
  trx?: Transaction
): Promise<DocumentVersion | null> {
  return DocumentVersion.described({ client: trx })
    .where({ sessionKey })
    .whereNotIn('placement', ['older', 'overtaken', 'form', 'failed_save'])
    .orderBy('no', 'desc')
    .first()
}

interface Delivered {
  session: EditingSession
  newest: DocumentVersion | null
  pathHash: string
}

/**
 * The version that holds the same already: the newest save of the session, or what it began with; or what the same path
 * delivered before, as retries do.
 */
export async function knownSave(
  { session, newest, pathHash }: Delivered,
  file: KeptFile,
  trx: Transaction
): Promise<DocumentVersion | null> {
  const { documentId, sessionKey, baseVersionNo } = session
  const versions = () => DocumentVersion.described({ client: trx }).where({ documentId })
  const before = newest ?? (await versions().where('no', baseVersionNo).first())
  if (before && holdsSame(before, file)) return before
  const delivered = DocumentSave.query().where({ sessionKey, pathHash }).select('versionNo')
  const { sha256 } = file.content
  const same = versions().whereIn('no', delivered)
  void same.where((one) => void one.where({ sha256 }).orWhere('contentDigest', file.contentDigest))
  return same.first()
}

function holdsSame(version: DocumentVersion, { content, contentDigest }: KeptFile): boolean {
  return version.sha256 === content.sha256 || version.contentDigest === contentDigest
}

export async function traceOf(version: DocumentVersion, trx?: Transaction): Promise<SaveTrace> {
  const changes = changesIn(historyIn(await version.loadHistory(trx)))
  const { writtenAt, modifiedAt } = version
  return {
    changes,
    writtenAt: writtenAt?.toMillis() ?? null,
    modifiedAt: modifiedAt?.toMillis() ?? null,
  }
}
