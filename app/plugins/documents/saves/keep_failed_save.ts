import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { FileStore } from '#plugins/files/main'
import type { Callback } from '../editor/callback.js'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import { endKey, replaceKey } from '../versions/document_keys.js'
import { lockedDocument } from '../versions/locked_document.js'
import { AbsentFile } from '../editor/absent_file.js'
import { OutputDownload } from '../editor/output_download.js'
import { UnsoundFile } from '../editor/unsound_file.js'
import { actionOf, noteFailure, untoldOf, type FailedSave } from './failures_before.js'
import { KeepRemains, unknownOf, type Remains } from './remains.js'

interface Recorded {
  document: Document
  key: DocumentKey
  callback: Callback
  failed: FailedSave
  remains: readonly Remains[]
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
    private readonly store: FileStore,
    private readonly keep: KeepRemains,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE */
  async handle(callback: Callback, failed: FailedSave): Promise<KeptFailure> {
    const { url, changesUrl } = callback.payload
    const content = url ? [await this.#keep(url, 'content')] : []
    const changes = url && changesUrl ? await this.#changes(changesUrl) : []
    const mayForget = !isOfLast(callback) || content.length > 0
    const remains = [...content, ...changes]
    return db.transaction(async (trx) => {
      const document = await lockedDocument(callback.documentId, trx)
      const { editorKey } = callback
      const key = await DocumentKey.findByOrFail({ editorKey }, { client: trx })
      const news = await unknownOf(remains, key, actionOf(failed), trx)
      const isKnown = failed.final && remains.length > 0 && news.length === 0
      if (isKnown) return { document, mayForget, toTell: null }

      const isKept = failed.final && content.length > 0
      const untold = () => untoldOf(document, callback, failed, trx)
      const toTell = isKept ? failed.contributors : await untold()
      const isMarked = await this.#record({ document, key, callback, failed, remains: news }, trx)
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
      const { editorKey } = callback
      const { id: keyId } = await DocumentKey.findByOrFail({ editorKey }, { client: trx })
      await noteFailure(callback, failed, { reason, keyId }, trx)
      return { document, mayForget: false, toTell }
    })
  }

  /** The document server names it without looking whether it is there: the work itself must not be lost for want of it. */
  async #changes(url: string): Promise<Remains[]> {
    try {
      return [await this.#keep(url, 'changes')]
    } catch (error) {
      if (!(error instanceof AbsentFile || error instanceof UnsoundFile)) throw error
      this.logger.warn({ err: error }, 'what came of a failed save is kept without its changes')
      return []
    }
  }

  async #keep(url: string, part: Remains['part']): Promise<Remains> {
    await using file = await this.download.fetchAny(url)
    const { extension, mimeType } = file
    return { blob: await this.store.keep(file), part, extension, mimeType }
  }

  /** @returns whether its key is marked, until people are told of its end */
  async #record(
    { document, key, callback, failed, remains }: Recorded,
    trx: Transaction
  ): Promise<boolean> {
    const { author, final } = failed
    const { status } = callback.payload
    await noteFailure(callback, failed, { keyId: key.id }, trx)
    const entry = { action: actionOf(failed), author, detail: { status } }
    for (const one of remains) await this.keep.handle(document, one, { key, entry }, trx)

    if (!final || remains.length === 0 || document.editorKey !== key.editorKey) return false
    await endFailed(document, key, trx)
    return true
  }
}

/** As a status: once that is acknowledged the changes are deleted, also where their session goes on. */
const LAST_FAILED = 3

function isOfLast({ payload }: Callback): boolean {
  return payload.status === LAST_FAILED
}

/** Ends the key, and marks it until people are told. */
export async function endFailed(
  document: Document,
  { editorKey }: DocumentKey,
  trx: Transaction
): Promise<void> {
  if (document.editorKey === editorKey) await replaceKey(document, 'failed', trx)
  else await endKey(editorKey, 'failed', trx)
  await document.useTransaction(trx).save()
  const goneAt = toStored(clock.now())
  await DocumentKey.query({ client: trx }).where({ editorKey }).update({ goneAt })
}
