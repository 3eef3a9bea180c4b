import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Refusal, E_BAD_REQUEST } from '#kernel/errors/main'
import { identifiersIn } from '#kernel/contracts/main'
import { FileStore } from '#plugins/files/main'
import type { CallbackPayload } from '../editor/callback_payload.js'
import { KeepFormData } from '../forms/keep_form_data.js'
import Document from '../models/document.js'
import DocumentSave from '../models/document_save.js'
import DocumentVersion from '../models/document_version.js'
import type EditingSession from '../models/editing_session.js'
import { Tell } from '../notices/tell.js'
import { assertFormPace } from '../paces.js'
import { SessionTurns } from '../sessions/session_turns.js'
import type { Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { HOLDER } from '../versions/holder.js'
import { lockedDocument } from '../versions/locked_document.js'
import { recordVersion } from '../versions/record_version.js'
import { Contributors } from './contributors.js'
import { KeepFile, type KeptFile } from './keep_file.js'
import type { CallbackAnswer } from './callback_answer.js'
import { pathHashOf } from './save_request.js'

/**
 * Takes a form that was submitted: what it looks like on paper becomes a version beside the document, with the fields.
 * It is no save of the session: the document server saves the form itself when the session ends.
 */
@inject()
export class TakeForm {
  constructor(
    private readonly turns: SessionTurns,
    private readonly keepFile: KeepFile,
    private readonly contributors: Contributors,
    private readonly formData: KeepFormData,
    private readonly store: FileStore,
    private readonly tell: Tell
  ) {}

  /** @throws E_BAD_REQUEST, E_EDITOR_URL, E_PAYLOAD_TOO_LARGE, E_TOO_MANY_REQUESTS; E_UNAVAILABLE for whatever may pass */
  async handle(session: EditingSession, payload: CallbackPayload): Promise<CallbackAnswer> {
    const { documentId } = session
    const document = await Document.findOrFail(documentId)
    const userIds = identifiersIn([payload.actions[0]?.userId, ...payload.users])
    const { author } = await this.contributors.of({ session, history: null, userIds }, document)
    try {
      return await this.turns.run(documentId, () => this.#take(session, payload, document, author))
    } catch (error) {
      const reason = error instanceof Refusal ? error.message : 'System fault'
      await noteInLog(documentId, { action: 'form_rejected', author, detail: { reason } })
      throw error
    }
  }

  async #take(
    session: EditingSession,
    payload: CallbackPayload,
    document: Document,
    author: Author
  ): Promise<CallbackAnswer> {
    const { url, fileType, formsDataUrl } = payload
    if (!url) throw new E_BAD_REQUEST('The callback names no file')
    if (author.id === null || !(await this.contributors.mayFill(document, author.id)))
      throw new E_BAD_REQUEST(MAY_NOT)
    await assertFormPace(author.id)
    const file = await this.keepFile.handle({ url, fileType, isFailed: false }, document.fileType)
    const version = await this.#record(session, payload, author, file)
    const { id: documentId } = document
    await this.formData.handle({ documentId, formsDataUrl }, version.no, author)
    await this.tell.ofVersion(version)
    const data = { outcome: 'submitted' as const, versionNo: version.no }
    return { isTaken: true, message: 'Kept as a submitted form', data }
  }

  /** A retry finds what was recorded before. */
  #record(
    { documentId, sessionKey }: EditingSession,
    { url, status }: CallbackPayload,
    author: Author,
    { content, contentDigest, kind }: KeptFile
  ): Promise<DocumentVersion> {
    const pathHash = pathHashOf(url!)
    return db.transaction(async (trx) => {
      const document = await lockedDocument(documentId, trx)
      const before = await DocumentSave.findBy({ sessionKey, pathHash }, { client: trx })
      const known = before && (await versionOf(before, trx))
      if (known?.contentDigest === contentDigest) return known
      const ownership = { owner: document.ownerId, department: document.departmentId }
      const name = `${document.title}.${kind.extension}`
      const holding = { ...kind, name, holder: HOLDER, ownership }
      const file = await this.store.record(content, holding, trx)
      const form = {
        file,
        author,
        contentDigest,
        kind: 'submitted_form',
        placement: 'form',
      } as const
      const version = await recordVersion(document, form, trx)
      const saved = { outcome: 'submitted' as const, versionNo: version.no }
      await DocumentSave.create(
        { documentId, sessionKey, pathHash, status, ...saved },
        { client: trx }
      )
      await noteInLog(documentId, { action: 'form_submitted', author, versionNo: version.no }, trx)
      return version
    })
  }
}

function versionOf({ documentId, versionNo: no }: DocumentSave, trx: TransactionClientContract) {
  return DocumentVersion.described({ client: trx }).where({ documentId, no: no! }).first()
}

const MAY_NOT = 'Whoever submitted the form may not fill it in'
