import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { FileStore, type FileKind, type StoredBlob } from '#plugins/files/main'
import type { Callback } from '../callbacks/callback.js'
import type { Author } from '../versions/author.js'
import { replaceKey } from '../versions/document_keys.js'
import { noteInLog } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import { lockedDocument } from '../versions/locked_document.js'
import { OutputDownload } from './output_download.js'

interface Remains extends FileKind {
  blob: StoredBlob
  part: 'content' | 'changes'
}

/**
 * Keeps whatever comes with a save that the document server could not make. Once it is told so it forgets the
 * changes and refuses its key, so the key is replaced together with the record.
 */
@inject()
export class KeepFailedSave {
  constructor(
    private readonly download: OutputDownload,
    private readonly store: FileStore
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE */
  async handle(callback: Callback, how: { author: Author; final: boolean }): Promise<void> {
    const { url, changesUrl } = callback.payload
    const remains = [
      ...(url ? [await this.#keep(url, 'content')] : []),
      ...(changesUrl ? [await this.#keep(changesUrl, 'changes')] : []),
    ]
    await db.transaction((trx) => this.#record(callback, how, remains, trx))
  }

  async #keep(url: string, part: Remains['part']): Promise<Remains> {
    await using file = await this.download.fetchAny(url)
    const { extension, mimeType } = file
    return { blob: await this.store.keep(file), part, extension, mimeType }
  }

  async #record(
    { documentId, editorKey, payload }: Callback,
    { author, final }: { author: Author; final: boolean },
    remains: readonly Remains[],
    trx: TransactionClientContract
  ): Promise<void> {
    const document = await lockedDocument(documentId, trx)
    const action = final ? ('save_failed' as const) : ('forced_save_failed' as const)
    const { status, users, history } = payload
    await noteInLog(documentId, { action, author, detail: { status, users, history } }, trx)

    const ownership = { owner: document.ownerId, department: document.departmentId }
    for (const { blob, part, extension, mimeType } of remains) {
      const description = {
        extension,
        mimeType,
        holder: HOLDER,
        ownership,
        name: `${part}.${extension}`,
      }
      const { id: fileId } = await this.store.record(blob, description, trx)
      await noteInLog(documentId, { action, author, detail: { status, part }, fileId }, trx)
    }
    if (!final || document.editorKey !== editorKey) return
    await replaceKey(document, 'final', trx)
    await document.useTransaction(trx).save()
  }
}
