import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_UNSAVED_WORK } from '../errors.js'
import DocumentKey, { REPLACED } from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import type { Author } from '../versions/author.js'
import { EndEditing } from './end_editing.js'
import { SessionInquiry } from './session_inquiry.js'
import { severalAtOnce } from './several_at_once.js'
import { CLOSED, type SessionKey, type SessionState } from '../sessions/session_state.js'

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
    const states = await this.#ofEach(documentId, (key) => this.#stateAfter(key, asking))
    if (states.some(({ kind }) => kind === 'unsaved')) throw new E_UNSAVED_WORK(UNSAVED)
    return states.flatMap((state) => (state.kind === 'edited' ? state.users : []))
  }

  /**
   * @returns the keys of those in which nobody is, and of which what was changed does not come
   * @throws E_UNAVAILABLE when it cannot be learnt
   */
  async unsaved(documentId: number): Promise<string[]> {
    const keys = await this.#ofEach(documentId, async (key) => {
      const { kind } = await this.#decided(key, await this.inquiry.ask(key))
      return kind === 'unsaved' ? [key.editorKey] : []
    })
    return keys.flat()
  }

  /** Several at once, and for one while in all. */
  async #ofEach<T>(documentId: number, ask: (key: SessionKey) => Promise<T>): Promise<T[]> {
    const keys = await doubtedKeys(documentId)
    const deadline = clock.elapsed() + this.#longestMs()
    const answers: T[] = []
    await severalAtOnce(keys, deadline, async ({ editorKey }) => {
      answers.push(await ask({ id: documentId, editorKey }))
    })
    if (answers.length < keys.length) throw new E_UNAVAILABLE(TOO_LONG)
    return answers
  }

  /** Sessions that are to end may take the time that they are given. */
  #longestMs(): number {
    const { sessionEndSeconds, forceSaveSeconds } = this.settings.config
    return ASKING_MS + sessionEndSeconds * 2_000 + forceSaveSeconds * 1_000
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

/** How long it is asked about all of them together, apart from what they take to end. */
const ASKING_MS = 10_000
const TOO_LONG =
  'The document server takes too long to say who is in earlier sessions of the document; try again'

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
