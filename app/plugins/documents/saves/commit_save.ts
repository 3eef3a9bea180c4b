import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { FileStore, type StoredFile } from '#plugins/files/main'
import { ReviewBars } from '../live/review_bars.js'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import type { LogAction } from '../models/document_log.js'
import DocumentSave, { type SaveOutcome } from '../models/document_save.js'
import DocumentVersion, { type VersionKind } from '../models/document_version.js'
import { concernedBeside, concernedIn } from '../notices/concerned.js'
import { besideReason } from '../notices/version_notice.js'
import { changeTimesOf } from '../versions/change_times.js'
import { endKey, replaceKey } from '../versions/document_keys.js'
import { noteInLog } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import { lockedDocument } from '../versions/locked_document.js'
import { baseOfSession } from '../versions/session_base.js'
import { recordVersion, replaceVersion, wroteAgain } from '../versions/record_version.js'
import type { SaveFiles } from './fetched_save.js'
import { keptBeside } from './kept_saves.js'
import { isOutdone, isOvertaken } from './overtaken.js'
import { precursorOf } from './precursor.js'
import { placeOf, type Place, type PlacedSave } from './place_of_save.js'
import type { Saved, FetchedRequest } from './save_document.js'
import { SettleSession } from './settle_session.js'
import { isUnpermitted } from './unpermitted_work.js'
import { goesOnFromRemains } from './remains.js'

type Transaction = TransactionClientContract

export interface Committed {
  saved: Saved
  made: DocumentVersion | null
}

interface Arrived {
  document: Document
  request: FetchedRequest
  files: SaveFiles
}

/** Records a save, all of it or nothing: version, present file, key, save and log. */
@inject()
export class CommitSave {
  constructor(
    private readonly store: FileStore,
    private readonly settling: SettleSession,
    private readonly bars: ReviewBars
  ) {}

  /** @param identity by which the same save is known again */
  async handle(asked: FetchedRequest, identity: string, files: SaveFiles): Promise<Committed> {
    await this.bars.lift(asked.editorKey)
    return db.transaction(async (trx) => {
      const document = await lockedDocument(asked.documentId, trx)
      const key = await DocumentKey.findByOrFail('editorKey', asked.editorKey, { client: trx })
      const request = { ...asked, concerned: await concernedOf(asked, key, trx) }
      const trace = placed(request, files)
      const kept = await keptBeside(trace, key.editorKey, trx)
      const { changedAt, changedBy } = trace
      const dated = { ...files, ...kept, changedAt, changedBy }
      const unpermitted = await isUnpermitted(request, key, dated, trx)
      const badlyWritten = goesOnFromRemains(request, key)
      const recovered = request.recovered ?? false
      const { modifiedAt, underPassword } = files
      const more = { unpermitted, badlyWritten, underPassword, recovered, modifiedAt }
      const save = { ...trace, ...more }
      const place = await placeOf(document, key, save, kept, trx)
      if (isOvertaken(request, key, kept)) {
        return { saved: await this.#drop(request, identity, trx), made: null }
      }

      const { known } = place
      const precursor = request.recovered ? null : await precursorOf(save, place, trx)
      const version =
        known ?? (await this.#version({ document, request, files }, place, precursor, trx))
      const assembledAt = momentOf(recovered ? null : save.assembledAt)
      if (known && assembledAt)
        await wroteAgain(known, { editorKey: key.editorKey, assembledAt }, trx)
      const outcome = known ? ('unchanged' as const) : ('version' as const)
      const remembered = { outcome, versionNo: version.no }
      const reason = version.beside
        ? besideReason(document, version, place.present, await sessionOf(key, trx))
        : undefined
      const saved = await this.#remember({ ...request, reason }, identity, remembered, trx)
      const isSettled = place.becomesPresent || !isOutdone(place.orders)
      const settling = { request, files, isSettled, badlyWritten }
      await this.settling.noteUncovered(key, settling, trx)
      await this.#moveKey(document, request, place, trx)
      await document.useTransaction(trx).save()
      await this.settling.handle(key, settling, trx)
      return { saved, made: (known ?? precursor) ? null : version }
    })
  }

  /** A forced save that arrives when its session is saved already, and all it holds with it. */
  async drop(request: FetchedRequest, identity: string): Promise<Saved> {
    return db.transaction((trx) => this.#drop(request, identity, trx))
  }

  #drop(request: FetchedRequest, identity: string, trx: Transaction): Promise<Saved> {
    return this.#remember(request, identity, { outcome: 'dropped', versionNo: null }, trx)
  }

  /** Whoever opens the document after the end of a session must be in another one. */
  async #moveKey(
    document: Document,
    { editorKey, final }: FetchedRequest,
    place: Place,
    trx: Transaction
  ) {
    if (place.isPresentKey && final) return replaceKey(document, 'final', trx)
    if (!place.isPresentKey && place.becomesPresent && !place.known) {
      await replaceKey(document, 'replaced', trx)
    }
    if (!place.isPresentKey && final) return endKey(editorKey, 'final', trx)
  }

  async #version(
    { document, request, files }: Arrived,
    { becomesPresent, unpermitted, badlyWritten, underPassword }: Place,
    precursor: DocumentVersion | null,
    trx: Transaction
  ): Promise<DocumentVersion> {
    const { editorKey, author } = request
    const [file, changes] = await this.#files(document, files, trx)
    const { history, contentDigest, changesSize, ...times } = placed(request, files)
    const told = { authorId: author.id, history, concerned: request.concerned }
    const concerned = becomesPresent ? request.concerned : await concernedBeside(told, request, trx)
    // A lost file was copied since it was written.
    const assembledAt = request.recovered ? null : times.assembledAt
    const version = {
      ...{ file, editorKey, author, concerned, history, contentDigest, changesSize },
      assembledAt: momentOf(assembledAt),
      changedAt: momentOf(times.changedAt),
      changedBy: momentOf(times.changedBy),
      changesFileId: changes?.id ?? null,
      kind: kindOf(request, becomesPresent),
      present: becomesPresent,
      unpermitted,
      badlyWritten,
      underPassword,
    }
    if (precursor) return replaceVersion(precursor, version, trx)
    return recordVersion(document, version, trx)
  }

  async #files(
    document: Document,
    { content, kind, changes }: SaveFiles,
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

  /** @param request with why it lies beside, where it does */
  async #remember(
    request: FetchedRequest & { reason?: string },
    identity: string,
    saved: Saved,
    trx: Transaction
  ): Promise<Saved> {
    const { documentId, editorKey, status, userdata, author, reason } = request
    const row = { documentId, editorKey, identity, status, userdata, ...saved }
    await DocumentSave.create(row, { client: trx })
    const entry = {
      action: request.recovered ? ('recovered' as const) : ACTIONS[saved.outcome],
      author,
      versionNo: saved.versionNo,
      detail: { status, ...(reason ? { reason } : {}) },
    }
    await noteInLog(documentId, entry, trx)
    return saved
  }
}

async function sessionOf({ editorKey, abandonedAt }: DocumentKey, trx: Transaction) {
  return { abandonedAt, baseType: (await baseOfSession(editorKey, trx))?.fileType }
}

function concernedOf(
  { author, source, concerned }: FetchedRequest,
  key: DocumentKey,
  trx: Transaction
): Promise<number[] | undefined> | number[] {
  const told = { authorId: author.id, history: source?.history ?? null }
  return concerned ?? concernedIn(told, key, trx)
}

const ACTIONS: Record<SaveOutcome, LogAction> = {
  version: 'saved',
  unchanged: 'save_unchanged',
  dropped: 'save_dropped',
  submitted: 'form_submitted',
}

type JudgedApart = 'unpermitted' | 'badlyWritten' | 'underPassword' | 'recovered' | 'modifiedAt'

function placed(
  { source, author, final }: FetchedRequest,
  files: SaveFiles
): Omit<PlacedSave, JudgedApart> {
  const { content, contentDigest, changesSize, assembledAt, modifiedAt } = files
  const history = source?.history ?? null
  const { sha256 } = content
  const { extension: fileType } = files.kind
  const times = changeTimesOf({ history, lastSave: source?.lastSave, final, modifiedAt })
  const about = { sha256, contentDigest, fileType, authorId: author.id }
  return { history, changesSize, assembledAt, ...times, ...about }
}

function momentOf(millis: number | null): DateTime | null {
  return millis === null ? null : DateTime.fromMillis(millis)
}

function kindOf({ final, recovered }: FetchedRequest, becomesPresent: boolean): VersionKind {
  if (recovered) return 'recovered'
  if (!becomesPresent) return 'late'
  return final ? 'save' : 'forced_save'
}
