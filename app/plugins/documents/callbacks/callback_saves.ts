import { inject } from '@adonisjs/core'
import { createHash } from 'node:crypto'
import { Refusal } from '#kernel/http/define_error'
import { E_BAD_REQUEST } from '#kernel/http/errors'
import { leaversIn } from '../editor/callback.js'
import { SessionEvents } from '../live/session_events.js'
import DocumentKey from '../models/document_key.js'
import type { SaveOutcome } from '../models/document_save.js'
import { concernedIn } from '../notices/concerned.js'
import { contributorsOf } from '../notices/contributors.js'
import { comingsOf } from '../recovery/noted_people.js'
import { cameAfterAll, noteRefused } from '../sessions/owed_work.js'
import { typeNamedIn, type SaveFiles } from '../saves/fetched_save.js'
import { SaveDocument, type Saved } from '../saves/save_document.js'
import { noteInLog } from '../versions/document_log.js'
import { changesOf } from '../versions/save_order.js'
import { historyText } from '../versions/version_history.js'
import type { Callback, CallbackOutcome } from '../editor/callback.js'
import type { CallbackPayload } from '../editor/callback_payload.js'
import { LaterLosses } from './later_losses.js'
import { lookerIn } from './looker_in.js'
import { SavedAfterEnd } from './saved_after_end.js'
import { WhoseSaves } from './whose_saves.js'

const MESSAGES: Record<SaveOutcome, string> = {
  version: 'Saved as a new version',
  unchanged: 'Nothing has changed',
  dropped: 'Already saved by what came later',
  submitted: 'Kept as a submitted form',
}

/** Work that is to be kept. */
@inject()
export class CallbackSaves {
  constructor(
    private readonly saveDocument: SaveDocument,
    private readonly whose: WhoseSaves,
    private readonly afterEnd: SavedAfterEnd,
    private readonly events: SessionEvents,
    private readonly later: LaterLosses
  ) {}

  /** Statuses 2, 6 and 26. */
  async take(callback: Callback, final: boolean): Promise<CallbackOutcome> {
    const saved = await this.#saved(callback, final)
    await this.#announce(callback, final, saved)
    if (!final) await this.afterEnd.ask(callback)
    return { message: MESSAGES[saved.outcome], data: saved }
  }

  async #saved(callback: Callback, final: boolean): Promise<Saved> {
    try {
      return await this.#save(callback, final)
    } catch (error) {
      await this.#noteRejection(callback, final, error)
      await this.#announceFailure(callback)
      throw error
    }
  }

  async #save(callback: Callback, final: boolean): Promise<Saved> {
    const { documentId, editorKey, payload } = callback
    const { url, changesUrl, fileType, history, lastSave, status, userdata } = payload
    if (!url) throw new E_BAD_REQUEST('The callback names no file')

    const leavers = leaversIn(payload)
    const source = { url, changesUrl, fileType, history, lastSave }
    const whose = (files: SaveFiles) => this.whose.of(callback, files)
    const about = { status, final, userdata, ...(await this.whose.of(callback)), whose, leavers }
    const saved = await this.saveDocument.handle({ documentId, editorKey, source, ...about })
    if (!final) return saved
    await cameAfterAll({ documentId, editorKey }, markOf(payload))
    await this.later.bring(callback)
    return saved
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

  async #announceFailure({ documentId, editorKey, payload: { userdata } }: Callback) {
    await this.events.publish({ kind: 'failed', documentId, editorKey, userdata })
  }

  async #noteRejection(callback: Callback, final: boolean, error: unknown): Promise<void> {
    const { documentId, editorKey, payload } = callback
    const reason = error instanceof Refusal ? error.message : 'System fault'
    const { author, concerned } = await this.whose.of(callback)
    const history = payload.history ?? null
    const told = { authorId: author.id, history }
    const key = await DocumentKey.findByOrFail({ editorKey })
    const contributors = contributorsOf({
      ...told,
      concerned: concerned ?? (await concernedIn(told, key)),
    })
    const refused = { ...refusedIn(payload), onlyLooked: await onlyLooked(key, payload) }
    const { fileType } = refused
    const detail = { status: payload.status, reason, contributors, keyId: key.id, fileType }
    await noteInLog(documentId, { action: 'save_rejected', author, detail })
    const whose = { authorId: author.id, userIds: contributors }
    if (final) await noteRefused(key, { ...refused, ...whose })
  }
}

/** A retry is the same file of the same changes. */
function markOf({ url, history }: CallbackPayload): string {
  const path = url && URL.canParse(url) ? new URL(url).pathname : url
  const told = [path, changesOf({ history: history ?? null })]
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}

/** Whoever came more than once may have changed something in between, of which the document server says no more. */
async function onlyLooked(key: DocumentKey, payload: CallbackPayload): Promise<boolean> {
  const looker = lookerIn(payload)
  return looker !== null && (await comingsOf(key, looker)) < 2
}

function refusedIn(payload: CallbackPayload) {
  const { history, lastSave, url } = payload
  const fileType = url ? typeNamedIn(url) : null
  return { mark: markOf(payload), history: historyText(history), lastSave, fileType }
}
