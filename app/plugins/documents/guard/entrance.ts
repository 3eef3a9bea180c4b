import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { SessionInquiry } from '../live/session_inquiry.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import { LossBook } from '../recovery/loss_book.js'
import { LostWork } from '../recovery/lost_work.js'
import { UnknownStore } from '../recovery/lost_files.js'
import { OneAtATime } from '../sessions/one_at_a_time.js'
import type { SessionState } from '../sessions/session_state.js'
import { THE_SERVICE } from '../versions/author.js'
import { replaceKey } from '../versions/document_keys.js'
import { EditingGuard, type Quiet } from './editing_guard.js'

/** A save that takes longer is told of. */
const WAIT_MS = 5_000

const BEING_SAVED = 'The document is being saved just now; open it again in a moment'

/**
 * Whether a session can be entered. The document server forgets one a day after nobody was inside with anything changed,
 * once it has put a last save aside, and with its database. Whoever opens the key then begins it anew, numbered like those of
 * before; a page of before, as on a laptop that wakes, comes back among them, perhaps as one of them, and writes upon what
 * it does not know. Under another key it does not. And what is changed in a session while its last save is taken here is
 * deleted over there as the save is acknowledged: five minutes after it was sent it lets people in again.
 */
@inject()
export class Entrance {
  constructor(
    private readonly guard: EditingGuard,
    private readonly inquiry: SessionInquiry,
    private readonly lost: LostWork,
    private readonly book: LossBook,
    private readonly saving: OneAtATime,
    private readonly logger: Logger
  ) {}

  /**
   * Gives the document another key where its own is forgotten over there, once what was put aside of it is here.
   *
   * @returns the document as it is then
   * @throws E_UNAVAILABLE when it cannot be learnt, or somebody is to change what is being saved; E_BEING_EDITED while
   * people come and go
   */
  async open(document: Document, changes: boolean): Promise<Document> {
    const { id } = document
    if (!(await wasOpenedThere(document))) return document
    const state = await this.inquiry.look(document)
    if (state.kind === 'unsaved' && changes) return this.#saved(id)
    if (!isForgotten(state) || !(await this.#isEmptied(document))) return document
    await this.#replace(document)
    return now(id)
  }

  async #saved(id: number): Promise<Document> {
    if (!(await this.saving.isIdle(id, WAIT_MS))) throw new E_UNAVAILABLE(BEING_SAVED)
    return now(id)
  }

  /** @returns whether nothing is left there: else whoever opens the key goes on from that, over there */
  async #isEmptied({ id: documentId, editorKey }: Document): Promise<boolean> {
    const stuck = await this.#stuck(editorKey)
    if (stuck.every((outcome) => outcome === 'missing')) return true
    this.logger.warn(
      { documentId, editorKey, stuck },
      'whoever comes goes on from a save that cannot be brought here'
    )
    return false
  }

  /** What could not be had again and again is not fetched for everybody who comes. */
  async #stuck(editorKey: string): Promise<string[]> {
    if (await this.book.isWaiting(editorKey)) return ['failed']
    try {
      const { stuck } = await this.lost.bringBackUnder(editorKey)
      return stuck.map(({ outcome }) => outcome)
    } catch (error) {
      if (error instanceof UnknownStore) return ['unknown']
      throw error
    }
  }

  async #replace({ id, editorKey }: Document): Promise<void> {
    const ask = () => this.#ask(id, editorKey)
    await this.guard.whileStillQuiet(ask, { author: THE_SERVICE }, async ([found], trx) => {
      if (!found) return
      await replaceKey(found, 'replaced', trx)
      await found.useTransaction(trx).save()
    })
  }

  async #ask(id: number, editorKey: string): Promise<Quiet[]> {
    const document = await now(id)
    if (document.editorKey !== editorKey) return []
    if (!isForgotten(await this.inquiry.ask(document))) return []
    return [{ id, editorKey, isAsked: true, isBroughtBack: false, staying: [], before: null }]
  }
}

const isForgotten = (state: SessionState) => state.kind === 'closed' && state.isUnknown === true

const now = (id: number) =>
  actAsSystem('a document within reach, as it is now', () => Document.findOrFail(id))

/** Somebody who might change it was let in, and it was opened over there. */
async function wasOpenedThere({ editorKey }: Document): Promise<boolean> {
  const key = await DocumentKey.findByOrFail({ editorKey })
  return key.openedAt !== null && key.servedAt !== null
}
