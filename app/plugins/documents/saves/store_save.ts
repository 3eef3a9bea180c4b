import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { FileStore, type StoredFile } from '#plugins/files/main'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import type { Placement } from '../models/document_version.js'
import { HOLDER } from '../versions/holder.js'
import { recordVersion } from '../versions/record_version.js'
import type { CommittedSave } from './contributors.js'
import type { KeptFile } from './keep_file.js'

type Transaction = TransactionClientContract

/** Makes a version of a file that is kept, with the archive of its changes. */
@inject()
export class StoreSave {
  constructor(private readonly store: FileStore) {}

  async handle(
    document: Document,
    placement: Placement,
    { author, contributors, history, session, ...save }: CommittedSave,
    file: KeptFile,
    trx: Transaction
  ): Promise<DocumentVersion> {
    const { sessionKey, baseVersionNo } = session
    const changes = file.changes && (await this.#changes(document, file, trx))
    const version = {
      ...{ placement, author, contributors, history, sessionKey, baseVersionNo },
      file: await this.#content(document, file, trx),
      kind: kindOf(save, placement),
      changesFileId: changes?.id ?? null,
      contentDigest: file.contentDigest,
      writtenAt: momentOf(file.writtenAt),
      modifiedAt: momentOf(file.modifiedAt),
    }
    return recordVersion(document, version, trx)
  }

  #content(document: Document, { content, kind }: KeptFile, trx: Transaction): Promise<StoredFile> {
    const name = `${document.title}.${kind.extension}`
    return this.store.record(content, { ...kind, ...holdingOf(document), name }, trx)
  }

  #changes(document: Document, { changes }: KeptFile, trx: Transaction): Promise<StoredFile> {
    const archive = { extension: 'zip', mimeType: 'application/zip', name: 'changes.zip' }
    return this.store.record(changes!, { ...archive, ...holdingOf(document) }, trx)
  }
}

function holdingOf({ ownerId: owner, departmentId: department }: Document) {
  return { holder: HOLDER, ownership: { owner, department } }
}

function kindOf(
  { isFinal, isRecovered }: Pick<CommittedSave, 'isFinal' | 'isRecovered'>,
  placement: Placement
) {
  if (isRecovered) return 'recovered' as const
  if (placement !== 'current') return 'late' as const
  return isFinal ? ('save' as const) : ('forced_save' as const)
}

function momentOf(millis: number | null): DateTime | null {
  return millis === null ? null : DateTime.fromMillis(millis)
}
