import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import {
  extensionOf,
  FileStore,
  packageDigest,
  packageModification,
  UNDER_PASSWORD,
  unpackedSize,
  type FileKind,
  type PackageBounds,
  type StoredBlob,
} from '#plugins/files/main'
import { familyOf, isSameFamily, PACKAGES } from '../document_types.js'
import type { SaveSource } from './save_document.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { OutputDownload, type Output } from '../editor/output_download.js'

/** Contents that lie in the storage, of which no row speaks yet. */
export interface SaveFiles extends AsyncDisposable {
  content: StoredBlob
  kind: FileKind
  /** Nobody here can look into it. */
  underPassword: boolean
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
    private readonly settings: EditorSettings,
    private readonly store: FileStore,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE */
  async fetch({ url, changesUrl, fileType }: SaveSource, presentType: string): Promise<SaveFiles> {
    const output = await this.download.fetchSave(url, typeOf({ url, fileType }, presentType))
    try {
      const content = await this.store.keep(output)
      const { extension, mimeType, writtenAt: assembledAt, aheadMs } = output
      const { packageBounds: bounds } = this.settings
      const contentDigest = await digestOf(output, bounds)
      const modifiedAt = await modificationOf(output, bounds)
      const changes = await this.#changes(changesUrl)
      const dispose = () => output[Symbol.asyncDispose]()
      const times = { assembledAt, modifiedAt, aheadMs }
      const underPassword = isLocked(output)
      const about = { kind: { extension, mimeType }, underPassword, contentDigest, ...times }
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
      const changesSize = await unpackedSize(archive.path, this.settings.packageBounds)
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
  return familyOf(named) ? named : null
}

/** What is no package is known again by its bytes alone. */
async function digestOf(output: Output, bounds: PackageBounds): Promise<string | null> {
  return isPackage(output) ? packageDigest(output.path, bounds) : null
}

export async function modificationOf(
  output: Output,
  bounds: PackageBounds
): Promise<number | null> {
  return isPackage(output) ? packageModification(output.path, bounds) : null
}

function isPackage(output: Output): boolean {
  return PACKAGES.has(output.extension) && !isLocked(output)
}

function isLocked({ mimeType }: Output): boolean {
  return mimeType === UNDER_PASSWORD.mimeType
}
