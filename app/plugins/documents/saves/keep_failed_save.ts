import { inject } from '@adonisjs/core'
import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { FileStore, StoredFile, type FileKind, type StoredBlob } from '#plugins/files/main'
import type { Callback } from '../editor/callback.js'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import type { Author } from '../versions/author.js'
import { replaceKey } from '../versions/document_keys.js'
import { noteInLog, type LogEntry } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import { lockedDocument } from '../versions/locked_document.js'
import { OutputDownload } from '../editor/output_download.js'
import { changesOf } from '../versions/save_order.js'

/** Within this time what comes again without a history is a retry. */
const RETRIED_MS = 600_000

/** So many failures in a row are looked through for whoever was told already. */
const LOOKED_THROUGH = 50

interface Recorded {
  document: Document
  callback: Callback
  failed: FailedSave
  remains: readonly Remains[]
}

interface Remains extends FileKind {
  blob: StoredBlob
  part: 'content' | 'changes'
}

export interface FailedSave {
  author: Author
  /** All whose work it carries, as found before anything of its session is ended. */
  contributors: readonly number[]
  /** Whether the session ends with it. */
  final: boolean
  /** Whether it is no save of the session, but a form that somebody submitted. */
  isForm?: boolean
}

export interface KeptFailure {
  document: Document
  /** Whether the document server may forget the changes. */
  mayForget: boolean
  /**
   * Who is to be told now, where that is known; not who was when the same failed before, which may be every few minutes.
   * `null`: nobody.
   */
  toTell: readonly number[] | null
}

type Transaction = TransactionClientContract

/**
 * Keeps whatever comes with a save that the document server could not make. Once it is told so it forgets the
 * changes and refuses its key, so the key is replaced together with the record. Where nothing comes that could be
 * kept, it is not told so, and the key stays: the changes are opened under it again.
 */
@inject()
export class KeepFailedSave {
  constructor(
    private readonly download: OutputDownload,
    private readonly store: FileStore
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE */
  async handle(callback: Callback, failed: FailedSave): Promise<KeptFailure> {
    const { url, changesUrl } = callback.payload
    const content = url ? [await this.#keep(url, 'content')] : []
    const changes = url && changesUrl ? [await this.#keep(changesUrl, 'changes')] : []
    const mayForget = !failed.final || content.length > 0
    const remains = [...content, ...changes]
    return db.transaction(async (trx) => {
      const document = await lockedDocument(callback.documentId, trx)
      const news = await unknownOf(remains, document, actionOf(failed), trx)
      const isKnown = failed.final && remains.length > 0 && news.length === 0
      if (isKnown) return { document, mayForget, toTell: null }

      const isKept = failed.final && content.length > 0
      const untold = () => untoldOf(document, callback, failed, trx)
      const toTell = isKept ? failed.contributors : await untold()
      const isMarked = await this.#record({ document, callback, failed, remains: news }, trx)
      return { document, mayForget, toTell: isMarked ? null : toTell }
    })
  }

  /** That it came, and why nothing of it is kept. It comes again: a retry is no news. */
  async noteUnfetched(
    callback: Callback,
    failed: FailedSave,
    reason: string
  ): Promise<KeptFailure> {
    return db.transaction(async (trx) => {
      const document = await lockedDocument(callback.documentId, trx)
      const toTell = await untoldOf(document, callback, failed, trx)
      await noteFailure(callback, failed, { reason }, trx)
      return { document, mayForget: false, toTell }
    })
  }

  async #keep(url: string, part: Remains['part']): Promise<Remains> {
    await using file = await this.download.fetchAny(url)
    const { extension, mimeType } = file
    return { blob: await this.store.keep(file), part, extension, mimeType }
  }

  /** @returns whether its key is marked, until people are told of its end */
  async #record(
    { document, callback, failed, remains }: Recorded,
    trx: Transaction
  ): Promise<boolean> {
    const { editorKey, payload } = callback
    const { author, final } = failed
    const { id: keyId } = await DocumentKey.findByOrFail({ editorKey }, { client: trx })
    await noteFailure(callback, failed, { keyId }, trx)
    for (const one of remains) {
      const detail = { status: payload.status, part: one.part }
      await this.#keepWithLog(document, one, { action: actionOf(failed), author, detail }, trx)
    }

    if (!final || remains.length === 0 || document.editorKey !== editorKey) return false
    await replaceKey(document, 'failed', trx)
    await document.useTransaction(trx).save()
    const goneAt = toStored(clock.now())
    await DocumentKey.query({ client: trx }).where('id', keyId).update({ goneAt })
    return true
  }

  async #keepWithLog(
    { id, ownerId, departmentId }: Document,
    { blob, part, extension, mimeType }: Remains,
    entry: LogEntry,
    trx: Transaction
  ): Promise<void> {
    const ownership = { owner: ownerId, department: departmentId }
    const name = `${part}.${extension}`
    const description = { extension, mimeType, holder: HOLDER, ownership, name }
    const { id: fileId } = await this.store.record(blob, description, trx)
    await noteInLog(id, { ...entry, fileId }, trx)
  }
}

function actionOf({ final, isForm }: FailedSave) {
  if (isForm) return 'form_rejected' as const
  return final ? ('save_failed' as const) : ('forced_save_failed' as const)
}

/** What becomes of saves, and of forms. */
const OF_SAVES: LogAction[] = ['saved', 'save_unchanged', 'save_failed', 'forced_save_failed']
const OF_FORMS: LogAction[] = ['form_submitted', 'form_rejected']

/** A history may be long, so its mark is noted in its stead. */
async function noteFailure(
  callback: Callback,
  failed: FailedSave,
  more: Record<string, unknown>,
  trx: Transaction
): Promise<void> {
  const { documentId, payload } = callback
  const { author, contributors } = failed
  const detail = { status: payload.status, contributors, mark: markOf(callback), ...more }
  await noteInLog(documentId, { action: actionOf(failed), author, detail }, trx)
}

/** What is kept with the document already came once before, and its answer got lost. */
async function unknownOf(
  remains: readonly Remains[],
  { id: documentId }: Document,
  action: LogAction,
  trx: Transaction
): Promise<Remains[]> {
  const kept = DocumentLog.query({ client: trx })
    .where({ documentId, action })
    .whereNotNull('fileId')
  const hashes = remains.map(({ blob }) => blob.sha256)
  const known = await StoredFile.query({ client: trx })
    .whereIn('sha256', hashes)
    .whereIn('id', kept.select('fileId'))
    .select('sha256')
  const knownHashes = new Set(known.map(({ sha256 }) => sha256))
  return remains.filter(({ blob }) => !knownHashes.has(blob.sha256))
}

/** Whoever was not told when the same failed before; `null` where everybody was. */
async function untoldOf(
  { id }: Document,
  callback: Callback,
  failed: FailedSave,
  trx: Transaction
): Promise<number[] | null> {
  const before = await failuresBefore(id, failed, trx)
  const isOpen = !failed.final && !failed.isForm
  const same = isOpen ? before : before.filter((entry) => isRetried(entry, callback))
  const told = new Set(same.flatMap(({ operatorId, detail }) => [operatorId, ...toldIn(detail)]))
  const untold = failed.contributors.filter((userId) => !told.has(userId))
  return untold.length > 0 || same.length === 0 ? untold : null
}

function toldIn(detail: DocumentLog['detail']): unknown[] {
  return Array.isArray(detail?.contributors) ? detail.contributors : []
}

/** As the last things that became of its saves, newest first. */
async function failuresBefore(
  documentId: number,
  failed: FailedSave,
  trx: Transaction
): Promise<DocumentLog[]> {
  const last = await DocumentLog.query({ client: trx })
    .where({ documentId })
    .whereIn('action', failed.isForm ? OF_FORMS : OF_SAVES)
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH)
  const end = last.findIndex(({ action }) => action !== actionOf(failed))
  return end === -1 ? last : last.slice(0, end)
}

function isRetried({ detail, createdAt }: DocumentLog, callback: Callback): boolean {
  if (detail?.mark !== markOf(callback)) return false
  return hasChanges(callback) || clock.now() - +createdAt < RETRIED_MS
}

function hasChanges({ payload }: Callback): boolean {
  return changesOf({ history: historyOf(payload) }).length > 0
}

/** By which the same work is known again. */
function markOf({ editorKey, payload }: Callback): string {
  const changes = changesOf({ history: historyOf(payload) })
  return createHash('sha256')
    .update(JSON.stringify([editorKey, changes]))
    .digest('hex')
}

function historyOf({ history }: Callback['payload']) {
  return history ? { changes: history.changes } : null
}
