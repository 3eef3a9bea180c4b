import { inject } from '@adonisjs/core'
import { createHash } from 'node:crypto'
import { Refusal } from '#kernel/http/define_error'
import { E_BAD_REQUEST } from '#kernel/http/errors'
import { identifiersIn } from '#kernel/http/query_parameters'
import { leaversIn } from '../editor/callback.js'
import { SessionEvents } from '../live/session_events.js'
import DocumentKey from '../models/document_key.js'
import type { SaveOutcome } from '../models/document_save.js'
import { concernedIn } from '../notices/concerned.js'
import { contributorsOf, hasRuns } from '../notices/contributors.js'
import { SessionPeople } from '../recovery/session_people.js'
import { cameAfterAll, noteRefused } from '../sessions/owed_work.js'
import { typeNamedIn } from '../saves/fetched_save.js'
import { SaveDocument, type Saved } from '../saves/save_document.js'
import type { Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { changesOf } from '../versions/save_order.js'
import { historyText } from '../versions/version_history.js'
import { CallbackPeople } from '../versions/callback_people.js'
import type { Callback, CallbackOutcome } from '../editor/callback.js'
import type { CallbackPayload } from '../editor/callback_payload.js'
import { SavedAfterEnd } from './saved_after_end.js'

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
    private readonly people: CallbackPeople,
    private readonly before: SessionPeople,
    private readonly afterEnd: SavedAfterEnd,
    private readonly events: SessionEvents
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
    const [author, concerned] = [await this.#authorOf(callback), await this.#concernedBy(callback)]
    const source = { url, changesUrl, fileType, history, lastSave }
    const isGuessed = lookerIn(payload) !== null
    const about = { status, final, userdata, author, isGuessed, concerned, leavers }
    const saved = await this.saveDocument.handle({ documentId, editorKey, source, ...about })
    if (final) await cameAfterAll({ documentId, editorKey }, markOf(payload))
    return saved
  }

  /** Whoever came back to lost work and only looked is named, too; it is of those who were there before. */
  async #authorOf(callback: Callback): Promise<Author> {
    const { editorKey, payload } = callback
    const looker = lookerIn(payload)
    if (looker === null) return this.people.authorOf(callback)
    return this.before.authorBefore(await DocumentKey.findByOrFail({ editorKey }), looker)
  }

  /** `undefined` where what was told shows it. */
  async #concernedBy({ editorKey, payload }: Callback): Promise<number[] | undefined> {
    const looker = lookerIn(payload)
    if (looker === null) return undefined
    return this.before.concernedBefore(await DocumentKey.findByOrFail({ editorKey }), looker)
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
    const author = await this.#authorOf(callback)
    const history = payload.history ?? null
    const told = { authorId: author.id, history }
    const key = await DocumentKey.findByOrFail({ editorKey })
    const contributors = contributorsOf({
      ...told,
      concerned: (await this.#concernedBy(callback)) ?? (await concernedIn(told, key)),
    })
    const detail = { status: payload.status, reason, contributors }
    await noteInLog(documentId, { action: 'save_rejected', author, detail })
    const whose = { authorId: author.id, userIds: contributors }
    if (final) await noteRefused(key, { ...refusedIn(payload), ...whose })
  }
}

/** A retry is the same file of the same changes. */
function markOf({ url, history }: CallbackPayload): string {
  const path = url && URL.canParse(url) ? new URL(url).pathname : url
  const told = [path, changesOf({ history: history ?? null })]
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}

function refusedIn(payload: CallbackPayload) {
  const { history, lastSave, url } = payload
  const about = {
    fileType: url ? typeNamedIn(url) : null,
    onlyLooked: lookerIn(payload) !== null,
  }
  return { mark: markOf(payload), history: historyText(history), lastSave, ...about }
}

/** Who left last, where nobody is said to have changed anything; `null` where somebody may have. */
function lookerIn({ status, users, actions, history, notModified }: CallbackPayload) {
  const isNamed = users[0] !== undefined && users[0] === actions[0]?.userId
  if (status !== FINAL || !isNamed || notModified !== undefined || hasRuns(history ?? null))
    return null
  return identifiersIn([users[0]])[0] ?? null
}

const FINAL = 2
