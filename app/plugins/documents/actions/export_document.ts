import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Readable } from 'node:stream'
import { actAsSystem, currentKey, currentOperator, type Operator } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import { say } from '#kernel/languages/main'
import { fileErrors, FileStore, type StoredFile } from '#plugins/files/main'
import { manifestOf, pathOf, type ExportedDocument } from '../export/export_manifest.js'
import { PACKAGES } from '../document_types.js'
import { zipOf, type ZipEntry } from '../export/zip_stream.js'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import { assertExportingPace } from '../paces.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { DocumentVersions } from '../versions/document_versions.js'
import { LogLines } from '../queries/log_lines.js'
import { reviewListing } from '../listings/review_listing.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'

/** Types that do not compress further. */
const PACKED = [...PACKAGES, 'pdf']

/** Exports go on for as long as their reader takes, so none waits for another. */
const exportLimit = new KeyedSemaphore({
  limit: 4,
  limitPerKey: 2,
  maxQueuePerKey: 0,
  busyMessage: say`Other exports are still running; try again in a moment`,
})

@inject()
export class ExportDocument {
  constructor(
    private readonly versions: DocumentVersions,
    private readonly readable: ReadableVersions,
    private readonly logLines: LogLines,
    private readonly store: FileStore,
    private readonly logger: Logger
  ) {}

  /** @throws E_TOO_MANY_REQUESTS, E_CONTENT_MISSING */
  async handle(document: Document): Promise<Readable> {
    const operator = currentOperator()
    const release = await exportLimit.acquire(currentKey())
    try {
      await assertExportingPace(operator.id)
      const archive = zipOf(await this.#entries(document, operator))
      archive.once('close', release)
      archive.once('error', (err) =>
        this.logger.error({ err, documentId: document.id }, 'an export was interrupted')
      )
      return archive
    } catch (error) {
      release()
      throw error
    }
  }

  async #entries(document: Document, operator: Operator): Promise<ZipEntry[]> {
    const versions = (await this.readable.all(document)).toReversed()
    const files = await this.versions.filesOf(versions)
    await this.#assertThere(versions, files)
    await noteInLog(document.id, { action: 'exported', author: authorOf(operator) })

    const reviews = reviewListing.stream({ documentId: document.id })
    const log = await this.logLines.stream(document)
    const manifest = this.#manifest({ document, versions, reviews, log }, operator)
    return [
      manifest,
      ...versions.map((version) => this.#entry(version, files.get(version.fileId)!)),
    ]
  }

  async #assertThere(
    versions: readonly DocumentVersion[],
    files: ReadonlyMap<number, StoredFile>
  ): Promise<void> {
    const missing = await this.store.missing([...files.values()])
    if (missing.size === 0) return
    const numbers = versions.filter(({ fileId }) => missing.has(fileId)).map(({ no }) => no)
    throw new fileErrors.E_CONTENT_MISSING(
      `The contents of ${numbers.length === 1 ? 'version' : 'versions'} ${numbers.join(', ')} are missing from the storage`
    )
  }

  #manifest(exported: ExportedDocument, operator: Operator): ZipEntry {
    const modifiedAt = new Date(clock.now())
    const open = async () => Readable.from(manifestOf(exported, operator, modifiedAt))
    return { path: 'manifest.json', modifiedAt, packed: false, open }
  }

  #entry(version: DocumentVersion, file: StoredFile): ZipEntry {
    const open = () => actAsSystem('the files of a document', () => this.store.open(file))
    const packed = PACKED.includes(version.fileType)
    return { path: pathOf(version), modifiedAt: version.createdAt.toJSDate(), packed, open }
  }
}
