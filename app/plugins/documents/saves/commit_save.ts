import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { FileStore, type StoredFile } from '#plugins/files/main'
import type Document from '../models/document.js'
import DocumentSave, { type SaveOutcome } from '../models/document_save.js'
import type DocumentVersion from '../models/document_version.js'
import type { Placement } from '../models/document_version.js'
import { closeSession, Sessions, sessionOf } from '../sessions/sessions.js'
import { noteInLog } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import { lockedDocument } from '../versions/locked_document.js'
import { recordVersion } from '../versions/record_version.js'
import { changesIn } from '../versions/version_history.js'
import type { Contributions } from './contributors.js'
import type { KeptFile } from './keep_file.js'
import { knownSave, newestSave, traceOf } from './known_saves.js'
import { placeSave } from './place_save.js'
import type { SaveRequest } from './save_request.js'

type Transaction = TransactionClientContract

export type CommittedSave = SaveRequest & Contributions & { pathHash: string }

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
    private readonly store: FileStore,
    private readonly sessions: Sessions
  ) {}

  handle(save: CommittedSave, file: KeptFile): Promise<Saved> {
    return db.transaction(async (trx) => {
      const document = await lockedDocument(save.session.documentId, trx)
      const session = await sessionOf(save.session, trx)
      const newest = await newestSave(session, trx)
      const known = await knownSave({ session, newest, pathHash: save.pathHash }, file, trx)
      const trace = { ...file, changes: changesIn(save.history), fileType: file.kind.extension }
      const situation = { document, session, newest: newest && (await traceOf(newest, trx)) }
      const version = known
        ? null
        : await this.#version(
            document,
            placeSave({ ...save, ...trace }, situation),
            save,
            file,
            trx
          )
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

  async #version(
    document: Document,
    placement: Placement,
    save: CommittedSave,
    file: KeptFile,
    trx: Transaction
  ): Promise<DocumentVersion> {
    const { author, contributors, history, session } = save
    const [content, changes] = await this.#files(document, file, trx)
    return recordVersion(
      document,
      {
        ...{ file: content, placement, author, contributors, history },
        kind: kindOf(save, placement),
        sessionKey: session.sessionKey,
        baseVersionNo: session.baseVersionNo,
        changesFileId: changes?.id ?? null,
        contentDigest: file.contentDigest,
        writtenAt: momentOf(file.writtenAt),
        modifiedAt: momentOf(file.modifiedAt),
      },
      trx
    )
  }

  async #files(
    document: Document,
    { content, kind, changes }: KeptFile,
    trx: Transaction
  ): Promise<[StoredFile, StoredFile | null]> {
    const { ownerId: owner, departmentId: department } = document
    const holding = { holder: HOLDER, ownership: { owner, department } }
    const name = `${document.title}.${kind.extension}`
    const file = await this.store.record(content, { ...kind, ...holding, name }, trx)
    if (!changes) return [file, null]
    const archive = { extension: 'zip', mimeType: 'application/zip', name: 'changes.zip' }
    return [file, await this.store.record(changes, { ...archive, ...holding }, trx)]
  }
}

async function record(
  { session, pathHash, status, userdata, author, isFailed, isRecovered }: CommittedSave,
  { outcome, versionNo, version }: Saved,
  trx: Transaction
): Promise<void> {
  const { documentId, sessionKey } = session
  const row = { documentId, sessionKey, pathHash, status, userdata, outcome, versionNo }
  await DocumentSave.create(row, { client: trx })
  const made = isRecovered
    ? ('recovered' as const)
    : isFailed
      ? ('save_failed' as const)
      : ('saved' as const)
  const action = version ? made : ('save_unchanged' as const)
  const detail = { status, placement: version?.placement }
  await noteInLog(documentId, { action, author, versionNo, detail }, trx)
}

function kindOf({ isFinal, isRecovered }: CommittedSave, placement: Placement) {
  if (isRecovered) return 'recovered' as const
  if (placement !== 'current') return 'late' as const
  return isFinal ? ('save' as const) : ('forced_save' as const)
}

function momentOf(millis: number | null): DateTime | null {
  return millis === null ? null : DateTime.fromMillis(millis)
}
