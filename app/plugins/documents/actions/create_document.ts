import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentOperator } from '#kernel/acting/main'
import type { StoredFile } from '#plugins/files/main'
import Document from '../models/document.js'
import { authorOf } from '../versions/author.js'
import { assertCreatingPace } from '../paces.js'
import { noteInLog } from '../versions/document_log.js'
import { recordVersion } from '../versions/record_version.js'
import { Sessions } from '../sessions/sessions.js'
import { DocumentSources, type DocumentSource } from '../versions/document_sources.js'

@inject()
export class CreateDocument {
  constructor(
    private readonly sources: DocumentSources,
    private readonly sessions: Sessions
  ) {}

  /** @param also runs in the same transaction */
  async handle(
    title: string,
    source: DocumentSource,
    also?: (document: Document, trx: TransactionClientContract) => Promise<void>
  ): Promise<Document> {
    const author = authorOf(currentOperator())
    if (!('output' in source)) await assertCreatingPace(currentOperator().id)
    const record = await this.sources.prepare(source)
    const { kind } = source
    return db.transaction(async (trx) => {
      const file = await record(title, trx)
      const document = await this.#create(title, file, trx)
      await recordVersion(document, { file, kind, author }, trx)
      await this.sessions.begin(document, trx)
      const entry = { action: 'created' as const, author, versionNo: 1, detail: { kind } }
      await noteInLog(document.id, entry, trx)
      await also?.(document, trx)
      return document
    })
  }

  #create(title: string, file: StoredFile, trx: TransactionClientContract): Promise<Document> {
    const { id: latestFileId, extension: fileType } = file
    const counts = { versionNo: 0, lastVersionNo: 0, submissionNo: 0 }
    const sessionKey = this.sessions.newKey()
    return Document.create(
      { title, status: 'draft', editing: [], sessionKey, latestFileId, fileType, ...counts },
      { client: trx }
    )
  }
}
