import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { clock } from '#kernel/state/clock'
import { EditorSettings } from '../editor/editor_settings.js'
import DocumentOpening from '../models/document_opening.js'
import { judge, unbar } from './barred_openings.js'
import { EndEditing } from './end_editing.js'
import { LostOpenings, type LostOpening } from './lost_openings.js'
import { LostSessions } from './lost_sessions.js'
import { Openings } from './openings.js'
import { ReviewBars } from './review_bars.js'
import { ReviewViewings } from './review_viewings.js'
import { isOfAll, type Reviewed } from './reviewed.js'
import { endingOf, SendOut } from './send_out.js'
import type { SessionKey } from '../sessions/session_state.js'

/** For so long people are told to leave: the next round begins with those whom it has not come to by then. */
const TELLING_MS = 15_000

/** So much of it may be spent on finding them. */
const LOOKING_MS = 7_500

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
    private readonly sessions: LostSessions,
    private readonly openings: Openings,
    private readonly sendOut: SendOut,
    private readonly endEditing: EndEditing,
    private readonly viewings: ReviewViewings,
    private readonly bars: ReviewBars,
    private readonly logger: Logger
  ) {}

  async handle(reviewed: Reviewed = {}): Promise<void> {
    if (this.settings.off) return
    const now = clock.elapsed()
    const found = await this.sessions.find(reviewed, now + LOOKING_MS)
    await unbar(found.regained.map(({ id }) => id))
    if (isOfAll(reviewed)) await this.bars.handle()
    const { told, reached } = await this.sendOut.tell(found.inOrder, now + TELLING_MS)
    found.noteReached(reached)
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
    for (const id of joined) await judge(id, barredIds.has(id))
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
