import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import {
  extensionOf,
  FileStore,
  packageContents,
  UNDER_PASSWORD,
  type FileKind,
  type StoredBlob,
} from '#plugins/files/main'
import { familyOf, isSameFamily, PACKAGES } from '../document_types.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { OutputDownload, type Output } from '../editor/output_download.js'
import type { SaveRequest } from './save_request.js'

/** Contents that are in the storage, and that no row refers to yet. */
export interface KeptFile {
  content: StoredBlob
  kind: FileKind
  isUnderPassword: boolean
  /** SHA-256 of what it holds, without the times of packing. */
  contentDigest: string
  /** In milliseconds, by the document server's clock. */
  writtenAt: number | null
  modifiedAt: number | null
  /** The archive for the editor's history. */
  changes: StoredBlob | null
}

type Offered = Pick<SaveRequest, 'url' | 'changesUrl' | 'fileType' | 'isFailed'>

/** Fetches what the document server offers, checks it and puts it into the storage, before anything is decided. */
@inject()
export class KeepFile {
  constructor(
    private readonly download: OutputDownload,
    private readonly settings: EditorSettings,
    private readonly store: FileStore,
    private readonly logger: Logger
  ) {}

  /** @throws E_EDITOR_URL, E_PAYLOAD_TOO_LARGE; AbsentFile, UnsoundFile, E_UNAVAILABLE for whatever may pass */
  async handle(offered: Offered, currentType: string): Promise<KeptFile> {
    await using output = await this.#fetch(offered, currentType)
    const content = await this.store.keep(output)
    const { extension, mimeType, writtenAt } = output
    const isUnderPassword = mimeType === UNDER_PASSWORD.mimeType
    const isPackage = PACKAGES.has(extension) && !isUnderPassword
    const { digest, modifiedAt } = isPackage
      ? await packageContents(output.path, this.settings.packageBounds)
      : { digest: content.sha256, modifiedAt: null }
    return {
      content,
      kind: { extension, mimeType },
      isUnderPassword,
      contentDigest: digest,
      writtenAt,
      modifiedAt,
      changes: await this.#changes(offered.changesUrl),
    }
  }

  /** What could not be written well is kept in whatever state it is. */
  #fetch(offered: Offered, currentType: string): Promise<Output> {
    if (offered.isFailed) return this.download.fetchAny(offered.url)
    return this.download.fetchSave(offered.url, typeOf(offered, currentType))
  }

  /** The work itself must not be lost for want of the changes that are shown with it. */
  async #changes(url: string | undefined): Promise<StoredBlob | null> {
    if (url === undefined) return null
    try {
      await using archive = await this.download.fetch(url, 'zip')
      return await this.store.keep(archive)
    } catch (error) {
      this.logger.warn({ err: error }, 'a version is saved without the changes that led to it')
      return null
    }
  }
}

/** The extension in the path: where the document server cannot write a format it writes another one. */
function typeOf({ url, fileType }: Offered, currentType: string): string {
  const named = URL.canParse(url) ? extensionOf(new URL(url).pathname) : ''
  if (familyOf(named)) return named
  return fileType && isSameFamily(fileType, currentType) ? fileType : currentType
}
