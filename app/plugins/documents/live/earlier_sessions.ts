import { inject } from '@adonisjs/core'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_UNSAVED_WORK } from '../errors.js'
import DocumentKey, { REPLACED } from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import type { Author } from '../versions/author.js'
import { EndEditing } from './end_editing.js'
import { SessionInquiry } from './session_inquiry.js'
import { CLOSED, type SessionKey, type SessionState } from './session_state.js'

interface Asking {
  /** Send them out first. */
  isDropping: boolean
  author: Author
}

/** Sessions that a document went on without: somebody may have stayed in one, or come back to it. */
@inject()
export class EarlierSessions {
  constructor(
    private readonly settings: EditorSettings,
    private readonly inquiry: SessionInquiry,
    private readonly endEditing: EndEditing
  ) {}

  /**
   * @returns who is in one of them, as the editor knows them
   * @throws E_UNSAVED_WORK when nobody is in one, and what was changed in it does not come; E_UNAVAILABLE when that cannot be learnt
   */
  async inside(documentId: number, asking: Asking): Promise<string[]> {
    const users: string[] = []
    for (const { editorKey } of await doubtedKeys(documentId)) {
      const state = await this.#stateAfter({ id: documentId, editorKey }, asking)
      if (state.kind === 'unsaved') throw new E_UNSAVED_WORK(UNSAVED)
      if (state.kind === 'edited') users.push(...state.users)
    }
    return users
  }

  /**
   * @returns the keys of those in which nobody is, and of which what was changed does not come
   * @throws E_UNAVAILABLE when it cannot be learnt
   */
  async unsaved(documentId: number): Promise<string[]> {
    const editorKeys: string[] = []
    for (const { editorKey } of await doubtedKeys(documentId)) {
      const key = { id: documentId, editorKey }
      const state = await this.#decided(key, await this.inquiry.ask(key))
      if (state.kind === 'unsaved') editorKeys.push(editorKey)
    }
    return editorKeys
  }

  async #stateAfter(key: SessionKey, { isDropping, author }: Asking): Promise<SessionState> {
    const before = await this.inquiry.ask(key)
    if (before.kind !== 'edited' || !isDropping) return this.#decided(key, before)
    return this.#decided(key, await this.endEditing.handle(key, { author }))
  }

  /** Nobody inside and something unsaved is how it looks, too, while the last save is on its way. */
  async #decided(key: SessionKey, state: SessionState): Promise<SessionState> {
    if (state.kind !== 'unsaved') return state
    if (await isGivenUp(key)) return CLOSED
    const longestMs = this.settings.config.sessionEndSeconds * 1000
    return this.inquiry.until(key, ({ kind }) => kind === 'closed', longestMs)
  }
}

const UNSAVED =
  'The document server holds changes of an earlier session of the document that are not saved yet: have whoever was in it close the document, or give them up: DELETE /app/document/{id}/unsaved-work'

/** Of which somebody is not seen to have left, or the document server has said that something is unsaved. */
function doubtedKeys(documentId: number): Promise<DocumentKey[]> {
  const inside = DocumentOpening.query().where({ documentId }).whereNull('endedAt')
  return DocumentKey.query()
    .where({ documentId })
    .whereIn('state', [...REPLACED])
    .where((doubted) => {
      void doubted.whereIn('editorKey', inside.select('editorKey')).orWhereNotNull('unsavedAt')
    })
    .orderBy('id')
}

/** What was changed since, by somebody who stayed or came back, was not. */
async function isGivenUp({ editorKey }: SessionKey): Promise<boolean> {
  const { abandonedAt, unsavedAt } = await DocumentKey.findByOrFail({ editorKey })
  return abandonedAt !== null && unsavedAt !== null && unsavedAt <= abandonedAt
}
