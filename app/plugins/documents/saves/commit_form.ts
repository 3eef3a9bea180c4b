import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { FileStore } from '#plugins/files/main'
import DocumentSave from '../models/document_save.js'
import { noteInLog } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import { lockedDocument } from '../versions/locked_document.js'
import { recordVersion } from '../versions/record_version.js'
import type { Committed } from './commit_save.js'
import type { SaveFiles } from './fetched_save.js'
import type { FetchedRequest } from './save_document.js'

/**
 * Records a form that was submitted, beside the document, whatever state that is in. Neither its session nor the
 * document's key is touched; and the version names no session, so that nothing takes it for one of its saves.
 */
@inject()
export class CommitForm {
  constructor(private readonly store: FileStore) {}

  /** @param identity by which the same submission is known again */
  handle(
    { documentId, editorKey, status, author }: FetchedRequest,
    identity: string,
    { content, kind: type }: SaveFiles
  ): Promise<Committed> {
    return db.transaction(async (trx) => {
      const document = await lockedDocument(documentId, trx)
      const ownership = { owner: document.ownerId, department: document.departmentId }
      const name = `${document.title}.${type.extension}`
      const described = { ...type, name, holder: HOLDER, ownership }
      const file = await this.store.record(content, described, trx)
      const form = { file, kind: 'submitted_form' as const, author, present: false }
      const made = await recordVersion(document, form, trx)
      const saved = { outcome: 'submitted' as const, versionNo: made.no }
      const row = { documentId, editorKey, identity, status, ...saved }
      await DocumentSave.create(row, { client: trx })
      const entry = { action: 'form_submitted' as const, author, versionNo: made.no }
      await noteInLog(documentId, { ...entry, detail: { status } }, trx)
      return { saved, made }
    })
  }
}
