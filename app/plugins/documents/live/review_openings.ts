import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { EditorSettings } from '../editor/editor_settings.js'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { DAY_MS } from '../spans.js'
import { EndEditing } from './end_editing.js'
import { LostOpenings, type LostOpening } from './lost_openings.js'
import { Openings } from './openings.js'
import { ReviewViewings } from './review_viewings.js'
import type { Reviewed } from './reviewed.js'
import { endingOf, SendOut, type Told } from './send_out.js'
import type { SessionKey } from '../sessions/session_state.js'

/** Without names, those that were seen to end longer ago are believed to have. */
const DOUBTED_MS = DAY_MS

/** For so long people are told to leave: what it has not come to by then is done the next time. */
const TELLING_MS = 15_000
const BATCH = 500

/**
 * Sends those out of editing sessions who would not be let in any more: whoever was disabled, whose login somebody
 * ended, who lost the right, through a share or otherwise; and whoever may no longer look. Whatever cannot be done now is done the next time. That somebody has left is not believed
 * while their session is open: what is told of it has no order, and may be of an earlier visit.
 */
@inject()
export class ReviewOpenings {
  constructor(
    private readonly settings: EditorSettings,
    private readonly lost: LostOpenings,
    private readonly openings: Openings,
    private readonly sendOut: SendOut,
    private readonly endEditing: EndEditing,
    private readonly viewings: ReviewViewings,
    private readonly logger: Logger
  ) {}

  async handle(reviewed: Reviewed = {}): Promise<void> {
    if (this.settings.off) return
    const deadline = clock.elapsed() + TELLING_MS
    const told: Told[] = []
    let batch: DocumentOpening[] = []
    do {
      batch = await openAfter(batch.at(-1)?.id ?? 0, reviewed)
      const sessions = Map.groupBy(await this.lost.among(batch), ({ opening }) => opening.editorKey)
      told.push(...(await this.sendOut.tell([...sessions.values()], deadline)))
    } while (batch.length === BATCH && clock.elapsed() < deadline)
    await Promise.all([this.sendOut.finish(told), this.viewings.handle(reviewed)])
  }

  /**
   * Somebody has come, perhaps with a configuration of before they lost the right: they are told to leave at once, and
   * what they change is not made present. Nothing is waited for; an editor that stays is told again by the next review.
   *
   * @param cameWith their opening, where it is known
   */
  async arrived(key: SessionKey, userId: number, cameWith?: number): Promise<void> {
    const joined = await this.openings.joined(key, userId, cameWith)
    const { editorKey } = key
    const theirs = await DocumentOpening.query().where({ editorKey, userId }).whereNull('endedAt')
    const barred = (await this.lost.among(theirs)).filter((one) => one.isBarred)
    const barredIds = new Set(barred.map(({ opening }) => opening.id))
    for (const id of joined) await this.openings.judged(id, barredIds.has(id))
    if (barred.length > 0 && !this.settings.off) await this.#turnAway(key, barred)
  }

  async #turnAway(key: SessionKey, lost: readonly LostOpening[]): Promise<void> {
    try {
      await this.endEditing.tell(key, endingOf(lost))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.logger.warn(
        { documentId: key.id, why: error.message },
        'people stay in a document a while'
      )
    }
  }
}

function openAfter(
  id: number,
  { userIds, sessionIds, documentIds }: Reviewed
): Promise<DocumentOpening[]> {
  const query = DocumentOpening.query().where('id', '>', id)
  void query.where((open) => {
    const openKeys = DocumentKey.query().where('state', 'open').select('editorKey')
    void open.whereNull('endedAt').orWhere((doubted) => {
      void doubted.whereIn('editorKey', openKeys)
      if (userIds || sessionIds || documentIds) return
      void doubted.where('endedAt', '>', toStored(clock.now() - DOUBTED_MS))
    })
  })
  if (userIds) void query.whereIn('userId', [...userIds])
  if (sessionIds) void query.whereIn('sessionId', [...sessionIds])
  if (documentIds) void query.whereIn('documentId', [...documentIds])
  return query.orderBy('id').limit(BATCH)
}
