import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Document from '../models/document.js'
import DocumentSave, { type SaveOutcome } from '../models/document_save.js'
import type DocumentVersion from '../models/document_version.js'
import { closeSession, Sessions, sessionOf } from '../sessions/sessions.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'
import { changesIn } from '../versions/version_history.js'
import type { CommittedSave } from './contributors.js'
import type { KeptFile } from './keep_file.js'
import { knownSave, newestSave, traceOf } from './known_saves.js'
import { placeSave } from './place_save.js'
import type { SaveRequest } from './save_request.js'
import { StoreSave } from './store_save.js'

type Transaction = TransactionClientContract

export interface Saved {
  outcome: SaveOutcome
  versionNo: number | null
  /** Where a new one was made. */
  version: DocumentVersion | null
  /** Of the file that was delivered. */
  sha256: string
}

/** Commits a save, all of it or nothing: version, current version, session, save and log. */
@inject()
export class CommitSave {
  constructor(
    private readonly storeSave: StoreSave,
    private readonly sessions: Sessions
  ) {}

  handle(save: CommittedSave, file: KeptFile): Promise<Saved> {
    return db.transaction(async (trx) => {
      const document = await lockedDocument(save.session.documentId, trx)
      const session = await sessionOf(save.session, trx)
      const newest = await newestSave(session, trx)
      const known = await knownSave({ session, newest, pathHash: save.pathHash }, file, trx)
      const incoming = { ...save, ...file, changes: changesIn(save.history) }
      const situation = { document, session, newest: newest && (await traceOf(newest, trx)) }
      const placement = placeSave({ ...incoming, fileType: file.kind.extension }, situation)
      const version = known
        ? null
        : await this.storeSave.handle(document, placement, save, file, trx)
      if (save.isFinal) await this.#close(document, session.sessionKey, trx)
      const outcome = version ? ('version' as const) : ('unchanged' as const)
      const { sha256 } = file.content
      const saved = { outcome, versionNo: (version ?? known)!.no, version, sha256 }
      await record(save, saved, trx)
      return saved
    })
  }

  /** Whoever opens the document after its last save must be in another session. */
  async #close(document: Document, sessionKey: string, trx: Transaction): Promise<void> {
    if (document.sessionKey === sessionKey) return this.sessions.renew(document, 'final', trx)
    return closeSession(sessionKey, 'final', trx)
  }
}

async function record(
  { session, pathHash, status, userdata, author, ...save }: CommittedSave,
  { outcome, versionNo, version }: Saved,
  trx: Transaction
): Promise<void> {
  const { documentId, sessionKey } = session
  const row = { documentId, sessionKey, pathHash, status, userdata, outcome, versionNo }
  await DocumentSave.create(row, { client: trx })
  const action = version ? actionOf(save) : ('save_unchanged' as const)
  const detail = { status, placement: version?.placement }
  await noteInLog(documentId, { action, author, versionNo, detail }, trx)
}

function actionOf({ isFailed, isRecovered }: Pick<SaveRequest, 'isFailed' | 'isRecovered'>) {
  if (isRecovered) return 'recovered' as const
  return isFailed ? ('save_failed' as const) : ('saved' as const)
}
