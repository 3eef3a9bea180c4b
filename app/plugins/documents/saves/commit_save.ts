import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { FileStore, type StoredFile } from '#plugins/files/main'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentSave from '../models/document_save.js'
import DocumentVersion, { type VersionKind } from '../models/document_version.js'
import { endKey, replaceKey } from '../versions/document_keys.js'
import { noteInLog } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import { lockedDocument } from '../versions/locked_document.js'
import { recordVersion } from '../versions/record_version.js'
import type { SaveFiles } from './fetched_save.js'
import { placeOf, type Place } from './place_of_save.js'
import type { Saved, SaveRequest } from './save_document.js'

export interface SaveSource {
  url: string
  changesUrl?: string
  fileType?: string
  history?: DocumentVersion['history']
}

type Transaction = TransactionClientContract

/** Records a save, all of it or nothing: version, present file, key, save and log. */
@inject()
export class CommitSave {
  constructor(private readonly store: FileStore) {}

  async handle(request: SaveRequest, pathHash: string, files: SaveFiles): Promise<Saved> {
    return db.transaction(async (trx) => {
      const document = await lockedDocument(request.documentId, trx)
      const key = await DocumentKey.findByOrFail('editorKey', request.editorKey, { client: trx })
      if (!request.final && key.state === 'final') return this.#drop(request, pathHash, trx)

      const place = await placeOf(document, key, files.content.sha256, trx)
      await this.#moveKey(document, request, place, trx)
      const version = place.known ?? (await this.#version(document, request, files, place, trx))
      await document.useTransaction(trx).save()
      const outcome = place.known ? ('unchanged' as const) : ('version' as const)
      return this.#remember(request, pathHash, { outcome, versionNo: version.no }, trx)
    })
  }

  /** A forced save that arrives when its session is saved already: what it carries is older. */
  async drop(request: SaveRequest, pathHash: string): Promise<Saved> {
    return db.transaction((trx) => this.#drop(request, pathHash, trx))
  }

  #drop(request: SaveRequest, pathHash: string, trx: Transaction): Promise<Saved> {
    return this.#remember(request, pathHash, { outcome: 'dropped', versionNo: null }, trx)
  }

  /** Whoever opens the document after the end of a session must be in another one. */
  async #moveKey(
    document: Document,
    { editorKey, final }: SaveRequest,
    place: Place,
    trx: Transaction
  ) {
    if (place.isPresentKey && final) return replaceKey(document, 'final', trx)
    if (!place.isPresentKey && place.becomesPresent && !place.known) {
      return replaceKey(document, 'replaced', trx)
    }
    if (!place.isPresentKey && final) return endKey(editorKey, 'final', trx)
  }

  async #version(
    document: Document,
    request: SaveRequest,
    files: SaveFiles,
    { becomesPresent }: Place,
    trx: Transaction
  ): Promise<DocumentVersion> {
    const { editorKey, author, source } = request
    const [file, changes] = await this.#files(document, files, trx)
    const version = { file, editorKey, author, history: source.history ?? null }
    const beside = { kind: kindOf(request, becomesPresent), present: becomesPresent }
    return recordVersion(
      document,
      { ...version, ...beside, changesFileId: changes?.id ?? null },
      trx
    )
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

  async #remember(
    request: SaveRequest,
    pathHash: string,
    saved: Saved,
    trx: Transaction
  ): Promise<Saved> {
    const { documentId, editorKey, status, userdata, author } = request
    const row = { documentId, editorKey, pathHash, status, userdata, ...saved }
    await DocumentSave.create(row, { client: trx })
    const entry = {
      action: request.recovered ? ('recovered' as const) : ACTIONS[saved.outcome],
      author,
      versionNo: saved.versionNo,
      detail: { status },
    }
    await noteInLog(documentId, entry, trx)
    return saved
  }
}

const ACTIONS = { version: 'saved', unchanged: 'save_unchanged', dropped: 'save_dropped' } as const

function kindOf({ final, recovered }: SaveRequest, becomesPresent: boolean): VersionKind {
  if (recovered || !becomesPresent) return 'recovered'
  return final ? 'save' : 'forced_save'
}
