import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { clock } from '#kernel/state/clock'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { E_EDITOR_OFF } from '../errors.js'
import { Openings } from '../live/openings.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import { lostSessionNotice } from '../notices/lost_session_notice.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { ToldOnce } from '../notices/told_once.js'
import { owedIsTold } from '../sessions/owed_work.js'
import { noteInLog } from '../versions/document_log.js'
import { goneAfter, goneKeys } from './gone_keys.js'
import { LossBook } from './loss_book.js'
import { STRANDED, UNANSWERED, UNLISTED, unlistedLoss } from './losses.js'
import { ASKED_EACH, LostFiles } from './lost_files.js'
import { ReportLoss } from './report_loss.js'
import { SessionPeople } from './session_people.js'

type Outcome = 'told' | 'nobody' | 'later'

/**
 * Sessions that the document server knows no more and of which no last save came: those who were inside are told, and who
 * may have been.
 */
@inject()
export class GoneSessions {
  constructor(
    private readonly lost: LostFiles,
    private readonly people: SessionPeople,
    private readonly tell: TellAuthors,
    private readonly once: ToldOnce,
    private readonly openings: Openings,
    private readonly report: ReportLoss,
    private readonly book: LossBook,
    private readonly logger: Logger
  ) {}

  /** @returns of how many somebody was told */
  async handle(): Promise<number> {
    let [told, ended, after] = [0, 0, 0]
    for (;;) {
      const gone = await goneAfter(after)
      for (const key of await this.#unkept(gone)) {
        const outcome = await this.#endOnce(key)
        if (outcome === 'told') told += 1
        if (outcome !== 'later') ended += 1
      }
      if (gone.length < ASKED_EACH || ended >= ASKED_EACH) return told
      after = gone.at(-1)!.id
    }
  }

  /** Whatever happens to one, the others are told of. */
  async #endOnce({ id, documentId, editorKey }: DocumentKey): Promise<Outcome> {
    try {
      return await this.once.run(`gone:${editorKey}`, () => this.#end(id))
    } catch (error) {
      this.logger.error({ err: error, documentId }, 'people are told later of a session that ended')
      return 'later'
    }
  }

  /** Looked up anew: another node may have told of it meanwhile. */
  async #end(id: number): Promise<Outcome> {
    const key = await goneKeys().where({ id }).first()
    if (!key) return 'nobody'
    const [inside, unheard] = [await this.people.atRisk(key), await this.people.unheard(key)]
    const userIds = [...new Set([...inside, ...unheard])]
    const hasUnheard = unheard.length > 0
    if (userIds.length > 0 && !(await this.#tell(key, userIds, hasUnheard))) return 'later'
    await this.openings.endLost(key)
    await owedIsTold(key.editorKey)
    for (const mark of [UNLISTED, UNANSWERED, STRANDED]) await this.book.overIf(key.editorKey, mark)
    await DocumentKey.query().where('id', key.id).update({ goneAt: null, unsavedAt: null })
    return userIds.length > 0 ? 'told' : 'nobody'
  }

  async #tell(key: DocumentKey, userIds: readonly number[], hasUnheard: boolean): Promise<boolean> {
    const { documentId, editorKey, unsavedAt } = key
    const document = await Document.findOrFail(documentId)
    const wasUnsaved = unsavedAt !== null
    const notice = lostSessionNotice(document, { wasUnsaved, hasUnheard })
    if (!(await this.tell.send(userIds, document, notice))) return false
    this.logger.warn(
      { documentId, editorKey, userIds, wasUnsaved },
      'a session ended over there without a word'
    )
    const detail = { userIds, wasUnsaved, keyId: key.id }
    await noteInLog(documentId, { action: 'session_lost', detail })
    return true
  }

  /**
   * What is kept in the store of forgotten files is brought back instead, and must not hide the others. Where that cannot
   * be learnt, people are told so, once it has lasted.
   */
  async #unkept(gone: readonly DocumentKey[]): Promise<DocumentKey[]> {
    try {
      const editorKeys = gone.map(({ editorKey }) => editorKey)
      const known = await this.book.knownUnder(editorKeys)
      const named = await this.lost.among(editorKeys)
      const kept = new Set([...named, ...known.map(({ editorKey }) => editorKey)])
      return gone.filter(({ editorKey }) => !kept.has(editorKey))
    } catch (error) {
      if (!(error instanceof E_UNAVAILABLE || error instanceof E_EDITOR_OFF)) throw error
      for (const key of gone) await this.#leaveOpen(key, error)
      return []
    }
  }

  async #leaveOpen(key: DocumentKey, error: Error): Promise<void> {
    const document = await Document.findOrFail(key.documentId)
    await this.book.overIf(key.editorKey, UNANSWERED)
    const silentMs = clock.now() - +(key.heardAt ?? key.openedAt ?? key.goneAt!)
    await this.report.later(key, document, unlistedLoss(document, error, silentMs))
  }
}
