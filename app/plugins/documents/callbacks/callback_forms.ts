import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { E_BAD_REQUEST, E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import type { Callback, CallbackOutcome } from '../editor/callback.js'
import { FormRights } from '../forms/form_rights.js'
import { KeepFormData } from '../forms/keep_form_data.js'
import { isWorthNoting } from '../forms/noted_refusals.js'
import { assertFormPace } from '../paces.js'
import { SessionEvents } from '../live/session_events.js'
import { SaveDocument, type Saved } from '../saves/save_document.js'
import type { Author } from '../versions/author.js'
import { CallbackPeople } from '../versions/callback_people.js'
import { noteInLog } from '../versions/document_log.js'

const MAY_NOT = 'Whoever submitted the form may not fill it in'

/**
 * Forms that were submitted. What comes is what the form looks like on paper: the document server takes the fields out
 * of it, and saves the form itself when its session ends. So it is no save of the session, whatever else it says.
 */
@inject()
export class CallbackForms {
  constructor(
    private readonly saveDocument: SaveDocument,
    private readonly formData: KeepFormData,
    private readonly rights: FormRights,
    private readonly people: CallbackPeople,
    private readonly events: SessionEvents,
    private readonly logger: Logger
  ) {}

  async take(callback: Callback): Promise<CallbackOutcome> {
    const author = await this.people.submitterOf(callback)
    await this.#announce(callback, 'submitted')
    const kept = await this.#kept(callback, author)
    await this.formData.handle(callback, kept.versionNo!, author)
    return { message: 'Kept as a submitted form', data: kept }
  }

  async #kept(callback: Callback, author: Author): Promise<Saved> {
    const submitter = author.id ?? callback.openedBy
    try {
      await assertFormPace(submitter)
      if (!(await this.rights.maySubmit(callback, submitter))) throw new E_BAD_REQUEST(MAY_NOT)
      return await this.#keep(callback, author)
    } catch (error) {
      const isTooMany = error instanceof E_TOO_MANY_REQUESTS
      if (!isTooMany || (await isWorthNoting(submitter)))
        await this.#noteRejection(callback, author, error)
      await this.#announce(callback, 'failed')
      throw error
    }
  }

  async #noteRejection({ documentId, payload }: Callback, author: Author, error: unknown) {
    const reason = error instanceof Refusal ? error.message : 'System fault'
    this.logger.warn({ documentId, userId: author.id, reason }, 'a submitted form was not kept')
    const detail = { status: payload.status, reason }
    await noteInLog(documentId, { action: 'form_rejected', author, detail })
  }

  /** @throws E_BAD_REQUEST */
  #keep({ documentId, editorKey, payload }: Callback, author: Author): Promise<Saved> {
    const { url, fileType, history, lastSave, status } = payload
    if (!url) throw new E_BAD_REQUEST('The callback names no file')
    const source = { url, fileType, history, lastSave }
    const about = { status, final: false, isForm: true }
    return this.saveDocument.handle({ documentId, editorKey, source, author, ...about })
  }

  #announce({ documentId, editorKey }: Callback, kind: 'submitted' | 'failed'): Promise<void> {
    return this.events.publish({ kind, documentId, editorKey })
  }
}
