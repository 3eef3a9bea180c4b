import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import {
  extensionOf,
  FileStore,
  packageDigest,
  packageModification,
  unpackedSize,
  type FileKind,
  type StoredBlob,
} from '#plugins/files/main'
import { documentTypeOf, isSameFamily, PACKAGES } from '../document_types.js'
import type { SaveSource } from './save_document.js'
import { OutputDownload, type Output } from '../editor/output_download.js'

/** Contents that lie in the storage, of which no row speaks yet. */
export interface SaveFiles extends AsyncDisposable {
  content: StoredBlob
  kind: FileKind
  contentDigest: string | null
  assembledAt: number | null
  /** When it was changed last, as it says itself. */
  modifiedAt: number | null
  /** By how much our clock is ahead of the document server's, up to a second less. */
  aheadMs: number | null
  /** The archive for the editor's history, where there is one. */
  changes: StoredBlob | null
  changesSize: number | null
}

interface Changes {
  changes: StoredBlob | null
  changesSize: number | null
}

const NO_CHANGES: Changes = Object.freeze({ changes: null, changesSize: null })

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
    const output = await this.download.fetch(url, typeOf({ url, fileType }, presentType))
    try {
      const content = await this.store.keep(output)
      const { extension, mimeType, writtenAt: assembledAt, aheadMs } = output
      const [contentDigest, modifiedAt] = [await digestOf(output), await modificationOf(output)]
      const changes = await this.#changes(changesUrl)
      const dispose = () => output[Symbol.asyncDispose]()
      const times = { assembledAt, modifiedAt, aheadMs }
      const about = { kind: { extension, mimeType }, contentDigest, ...times }
      return { content, ...about, ...changes, [Symbol.asyncDispose]: dispose }
    } catch (error) {
      await output[Symbol.asyncDispose]()
      throw error
    }
  }

  /** What changed is shown with it in the history; the work itself must not be lost for want of it. */
  async #changes(changesUrl: string | undefined): Promise<Changes> {
    if (changesUrl === undefined) return NO_CHANGES
    try {
      await using archive: Output = await this.download.fetch(changesUrl, 'zip')
      const changesSize = await unpackedSize(archive.path)
      return { changes: await this.store.keep(archive), changesSize }
    } catch (error) {
      this.logger.warn({ err: error }, 'a version is saved without the changes that led to it')
      return NO_CHANGES
    }
  }
}

/** As the path ends: where the document server cannot write a format it writes another, and names it so. */
function typeOf({ url, fileType }: SaveSource, presentType: string): string {
  const named = typeNamedIn(url)
  if (named) return named
  return fileType && isSameFamily(fileType, presentType) ? fileType : presentType
}

export function typeNamedIn(url: string): string | null {
  const named = URL.canParse(url) ? extensionOf(new URL(url).pathname) : ''
  return documentTypeOf(named) ? named : null
}

/** What is no package is known again by its bytes alone. */
async function digestOf({ path, extension }: Output): Promise<string | null> {
  return PACKAGES.has(extension) ? packageDigest(path) : null
}

export async function modificationOf({ path, extension }: Output): Promise<number | null> {
  return PACKAGES.has(extension) ? packageModification(path) : null
}
