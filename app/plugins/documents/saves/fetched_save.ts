import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { FileStore, type FileKind, type StoredBlob } from '#plugins/files/main'
import { isSameFamily } from '../document_types.js'
import type { SaveSource } from './commit_save.js'
import { OutputDownload, type Output } from './output_download.js'

/** Contents that lie in the storage, of which no row speaks yet. */
export interface SaveFiles extends AsyncDisposable {
  content: StoredBlob
  kind: FileKind
  /** The archive for the editor's history, where there is one. */
  changes: StoredBlob | null
}

/** Brings what a save speaks of into the storage. */
@inject()
export class FetchedSave {
  constructor(
    private readonly download: OutputDownload,
    private readonly store: FileStore,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE */
  async fetch({ url, changesUrl, fileType }: SaveSource, presentType: string): Promise<SaveFiles> {
    const expected = fileType && isSameFamily(fileType, presentType) ? fileType : presentType
    const output = await this.download.fetch(url, expected)
    try {
      const content = await this.store.keep(output)
      const { extension, mimeType } = output
      const changes = await this.#changes(changesUrl)
      const dispose = () => output[Symbol.asyncDispose]()
      return { content, kind: { extension, mimeType }, changes, [Symbol.asyncDispose]: dispose }
    } catch (error) {
      await output[Symbol.asyncDispose]()
      throw error
    }
  }

  /** What changed is shown with it in the history; the work itself must not be lost for want of it. */
  async #changes(changesUrl: string | undefined): Promise<StoredBlob | null> {
    if (changesUrl === undefined) return null
    try {
      await using archive: Output = await this.download.fetch(changesUrl, 'zip')
      return await this.store.keep(archive)
    } catch (error) {
      this.logger.warn({ err: error }, 'a version is saved without the changes that led to it')
      return null
    }
  }
}
