import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/http/define_error'
import { E_BAD_REQUEST } from '#kernel/http/errors'
import { SessionEvents } from '../live/session_events.js'
import { KeepFailedSave } from '../saves/keep_failed_save.js'
import { SaveDocument, type Saved } from '../saves/save_document.js'
import { noteInLog } from '../versions/document_log.js'
import { CallbackPeople } from './callback_people.js'
import type { Callback, CallbackOutcome } from './callback.js'

const MESSAGES = {
  version: 'Saved as a new version',
  unchanged: 'Nothing has changed',
  dropped: 'Already saved by what came later',
} as const

/** Work that is to be kept, and work that could not be. */
@inject()
export class CallbackSaves {
  constructor(
    private readonly saveDocument: SaveDocument,
    private readonly keepFailedSave: KeepFailedSave,
    private readonly people: CallbackPeople,
    private readonly events: SessionEvents
  ) {}

  /** Statuses 2, 6 and 26. */
  async take(callback: Callback, final: boolean): Promise<CallbackOutcome> {
    try {
      const saved = await this.#save(callback, final)
      await this.#announce(callback, final, saved)
      return { message: MESSAGES[saved.outcome], data: saved }
    } catch (error) {
      await this.#noteRejection(callback, error)
      throw error
    }
  }

  /** Statuses 3 and 7: acknowledged only once all of it is recorded, for then the other side forgets it. */
  async failed(callback: Callback, final: boolean): Promise<CallbackOutcome> {
    const author = await this.people.authorOf(callback)
    await this.keepFailedSave.handle(callback, { author, final })
    const { documentId, editorKey } = callback
    await this.events.publish({
      kind: 'failed',
      documentId,
      editorKey,
      userdata: callback.payload.userdata,
    })
    if (final) await this.events.publish({ kind: 'ended', documentId, editorKey })
    return { message: 'The failed save is recorded', data: null }
  }

  async #save(callback: Callback, final: boolean): Promise<Saved> {
    const { documentId, editorKey, payload } = callback
    const { url, changesUrl, fileType, history, status, userdata } = payload
    if (!url) throw new E_BAD_REQUEST('The callback names no file')

    const author = await this.people.authorOf(callback)
    const source = { url, changesUrl, fileType, history }
    return this.saveDocument.handle({
      documentId,
      editorKey,
      source,
      status,
      final,
      userdata,
      author,
    })
  }

  async #announce({ documentId, editorKey, payload }: Callback, final: boolean, saved: Saved) {
    const { userdata } = payload
    await this.events.publish({
      kind: 'saved',
      documentId,
      editorKey,
      userdata,
      versionNo: saved.versionNo,
    })
    if (final) await this.events.publish({ kind: 'ended', documentId, editorKey })
  }

  async #noteRejection({ documentId, payload }: Callback, error: unknown): Promise<void> {
    const reason = error instanceof Refusal ? error.message : 'System fault'
    await noteInLog(documentId, {
      action: 'save_rejected',
      detail: { status: payload.status, reason },
    })
  }
}
