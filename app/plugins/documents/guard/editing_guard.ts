import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_NOT_FOUND, E_UNAVAILABLE } from '#kernel/http/errors'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_BEING_EDITED, E_UNSAVED_WORK } from '../errors.js'
import Document from '../models/document.js'
import { LostWork } from '../recovery/lost_work.js'
import type { Author } from '../versions/author.js'
import { wasOpened } from '../versions/document_keys.js'
import { goOnWithout } from '../versions/go_on_without.js'
import { lockedDocument } from '../versions/locked_document.js'
import { EarlierSessions } from '../live/earlier_sessions.js'
import { comingsTo } from '../live/comings.js'
import { EditingRefusal, type Insistence } from './editing_refusal.js'
import { EndEditing } from '../live/end_editing.js'
import { assertNoneGone } from '../live/gone_keys.js'
import { LastSave } from './last_save.js'
import { mayHaveOpenWork } from '../live/open_work.js'
import { SessionInquiry } from '../live/session_inquiry.js'
import { areAmong, type SessionKey, type SessionState } from '../sessions/session_state.js'

export interface GuardOptions extends Insistence {
  author: Author
  /** Of `clock.elapsed()`: what is not known of a document that is removed by then is waited for no longer. */
  deadline?: number
}

/** Found so, of a document under its key; whether the document server was asked: where nobody was ever let in it is not. */
export interface Quiet extends SessionKey {
  isAsked: boolean
  /** Who stays inside although told to leave, as the editor knows them: what they changed by then is saved. */
  staying: readonly string[]
  /** Whether work that had not reached us was brought back for it. */
  isBroughtBack: boolean
  /** Of what is removed for good: who was in any of its sessions before it was asked. */
  before: ReadonlySet<string> | null
}

type Work<T, Locked = Document> = (locked: Locked, trx: TransactionClientContract) => Promise<T>

/** How often it is asked anew when a session begins, or ends, between the answer and the lock. */
const ATTEMPTS = 5

/** Keeps what must not happen under the hands of somebody who edits. */
@inject()
export class EditingGuard {
  constructor(
    private readonly settings: EditorSettings,
    private readonly inquiry: SessionInquiry,
    private readonly endEditing: EndEditing,
    private readonly lastSave: LastSave,
    private readonly earlier: EarlierSessions,
    private readonly lost: LostWork,
    private readonly refusal: EditingRefusal
  ) {}

  /**
   * Does `work` with the document locked, at a moment at which nobody edits it and nothing of it is left unsaved. The
   * document server is asked each time: what was heard of it before may be out of date. Whoever is to be put out and
   * stays is left behind: the document has a new key by then.
   *
   * @throws E_NOT_FOUND, E_BEING_EDITED, E_UNSAVED_WORK, E_UNAVAILABLE when the document server does not answer
   */
  whileQuiet<T>(id: number, options: GuardOptions, work: Work<T>): Promise<T> {
    const ask = async () => [await this.assertQuiet(id, options)]
    return this.whileStillQuiet(ask, options, async ([document], trx) => {
      if (document!.deletedAt) throw new E_NOT_FOUND()
      return work(document!, trx)
    })
  }

  /**
   * Does `work` with all that was found quiet locked, in the order of their ids, deleted ones too. Whenever somebody has
   * come to one of them between the answer and the lock, it is asked anew.
   *
   * @throws what `ask` throws; E_NOT_FOUND, E_BEING_EDITED
   */
  async whileStillQuiet<T>(
    ask: () => Promise<readonly Quiet[]>,
    { author }: Pick<GuardOptions, 'author'>,
    work: Work<T, Document[]>
  ) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const quiet = await ask()
      const done = await db.transaction(async (trx) => {
        const documents = await this.#lockedIfStill(quiet, trx)
        if (!documents) return null
        await leaveBehind(quiet, documents, author, trx)
        return { result: await work(documents, trx) }
      })
      if (done) return done.result
    }
    throw new E_BEING_EDITED('People come and go in the document just now; try again in a moment')
  }

  /**
   * Returns when nobody edits the document under its key and nothing of that is left unsaved; the next moment it may be
   * different, see `whileStillQuiet`. What the document server could not deliver is brought back.
   *
   * @throws E_NOT_FOUND, E_BEING_EDITED, E_UNSAVED_WORK, E_UNAVAILABLE when the document server does not answer
   */
  async assertQuiet(id: number, options: GuardOptions): Promise<Quiet> {
    const document = await find(id)
    const { editorKey } = document
    const before = options.isForGood ? await comingsTo(id) : null
    await this.#assertAskable(id, options)
    const isAsked = !this.settings.off && (await wasOpened(editorKey))
    const staying = isAsked ? await this.#assertClosed(document, options) : []
    if (options.isForGood) await this.#assertNoneEarlier(id, options)
    const isBroughtBack = await this.#bringBack({ id, editorKey }, isAsked, options)
    if (options.isForGood && !isBroughtBack && !this.settings.off) await assertNoneGone(id)
    return { id, editorKey, isAsked, isBroughtBack, staying, before }
  }

  /** With the editor off nobody can be asked; what is gone for good takes a save with it that comes once it is on again. */
  async #assertAskable(id: number, { isForGood }: GuardOptions): Promise<void> {
    const { off } = this.settings
    if (!isForGood || !off || !(await mayHaveOpenWork(id))) return
    throw new E_UNAVAILABLE(
      `Somebody’s work in the document may not be saved yet, and the document server cannot be asked. ${off}; then repeat`
    )
  }

  /** @returns who stays although told to leave, and can be left behind */
  async #assertClosed(document: Document, options: GuardOptions): Promise<readonly string[]> {
    const before = await this.inquiry.ask(document)
    const staying = await this.#staying(document, before, options)
    if (staying.length > 0) return staying
    const state = await this.#stateAfter(document, before, options)
    if (state.kind === 'edited') throw await this.refusal.of(state.users, options)
    if (state.kind === 'unsaved') throw new E_UNSAVED_WORK(remedyOf(document))
    return []
  }

  /**
   * Sends everybody out who is inside.
   *
   * @returns who stays, where they are all told and what they changed is saved. Of a document that is removed nobody is
   * left behind, for nothing could take what they save later.
   */
  async #staying(
    key: SessionKey,
    before: SessionState,
    { drop, author, isForGood }: GuardOptions
  ): Promise<readonly string[]> {
    if (before.kind !== 'edited' || !drop) return []
    const after = await this.endEditing.handle(key, { author })
    if (after.kind !== 'edited' || isForGood || !areAmong(after, before.users)) return []
    return (await this.lastSave.isTaken(key)) ? after.users : []
  }

  /** What is saved of them after the document is gone would be lost. */
  async #assertNoneEarlier(id: number, options: GuardOptions): Promise<void> {
    if (this.settings.off) return
    const { drop, author } = options
    const users = await this.earlier.inside(id, { isDropping: drop !== null, author })
    if (users.length > 0) throw await this.refusal.of(users, options)
  }

  async #bringBack({ id, editorKey }: SessionKey, isAsked: boolean, { isForGood }: GuardOptions) {
    if (isForGood) return this.lost.ofAll(id)
    return isAsked && this.lost.of(editorKey)
  }

  async #lockedIfStill(
    quiet: readonly Quiet[],
    trx: TransactionClientContract
  ): Promise<Document[] | null> {
    const documents: Document[] = []
    for (const found of quiet.toSorted((a, b) => a.id - b.id)) {
      const document = await lockedDocument(found.id, trx)
      const { editorKey } = document
      if (editorKey !== found.editorKey || (await this.#hasCome(document, found, trx))) return null
      documents.push(document)
    }
    return documents
  }

  /** Whether somebody has come between the answer and the lock. */
  async #hasCome(
    { id, editorKey, editing }: Document,
    { isAsked, staying, before }: Quiet,
    trx: TransactionClientContract
  ): Promise<boolean> {
    if (this.settings.off) return false
    if (before && !(await comingsTo(id, trx)).isSubsetOf(before)) return true
    if (!isAsked) return wasOpened(editorKey, trx)
    return editing.some((person) => !staying.includes(String(person.id)))
  }

  /** Nobody inside and something unsaved is how it looks, too, while the last save is on its way. */
  async #stateAfter(
    key: SessionKey,
    before: SessionState,
    { drop }: GuardOptions
  ): Promise<SessionState> {
    if (before.kind === 'closed') return before
    if (before.kind === 'edited' && !drop) return before

    const longestMs = this.settings.config.sessionEndSeconds * 1000
    return this.inquiry.until(key, ({ kind }) => kind === 'closed', longestMs)
  }
}

/** Where nobody can open it to change something. */
function remedyOf({ deletedAt, status }: Document): string | undefined {
  if (deletedAt) return IN_TRASH
  return status === 'in_review' ? IN_REVIEW : undefined
}

const IN_REVIEW =
  'The document server holds changes that are not saved yet: return the document, or take the submission back; then open it once in the editor, close it, and submit it again. Or give them up: DELETE /app/document/{id}/unsaved-work'

const IN_TRASH =
  'The document server holds changes that are not saved yet: take the document out of the trash, open it once in the editor and close it, then delete it again; or give them up: DELETE /app/document/{id}/unsaved-work'

/** Who stays in what goes on without them. */
async function leaveBehind(
  quiet: readonly Quiet[],
  documents: readonly Document[],
  author: Author,
  trx: TransactionClientContract
): Promise<void> {
  for (const { id, staying } of quiet) {
    const document = documents.find((one) => one.id === id)!
    if (staying.length > 0) await goOnWithout(document, staying, author, trx)
  }
}

async function find(id: number): Promise<Document> {
  const document = await Document.query().where('id', id).first()
  if (!document) throw new E_NOT_FOUND()
  return document
}
