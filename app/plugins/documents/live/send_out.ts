import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { toStored } from '#kernel/database/instant'
import { Refusal } from '#kernel/http/define_error'
import { clock } from '#kernel/state/clock'
import { Locks } from '#kernel/state/locks'
import { covers } from '../editor/covered_rights.js'
import { EditorSettings } from '../editor/editor_settings.js'
import DocumentOpening from '../models/document_opening.js'
import { THE_SERVICE } from '../versions/author.js'
import { judge } from './barred_openings.js'
import { EndEditing, type Ending } from './end_editing.js'
import type { LostOpening } from './lost_openings.js'
import { Openings } from './openings.js'
import { ReviewBars } from './review_bars.js'
import { SessionEvents } from './session_events.js'
import { isNews, SessionInquiry } from './session_inquiry.js'
import { hasInside, type SessionKey, type SessionState } from '../sessions/session_state.js'
import { severalAtOnce } from './several_at_once.js'
import { standingIn } from './who_may_stay.js'

/** A session in which people were told to leave. */
export interface Told {
  key: SessionKey
  lost: readonly LostOpening[]
  inside: readonly LostOpening[]
}

export interface Telling {
  told: Told[]
  /** How many of the sessions, from the first on, it came to. */
  reached: number
}

const LOCK = { ttlMs: 60_000, waitMs: 60_000 }

/** How often it is asked who is still inside; what happens meanwhile is heard at once. */
const AGAIN_MS = 400

/** A document server that answers slowly is asked no longer than this after their time was up. */
const OVERTIME_MS = 5_000

/**
 * Sends those out of their sessions who lost their place in them: all are told first, and then waited for together, so
 * that an editor that stays costs the others no time.
 */
@inject()
export class SendOut {
  constructor(
    private readonly settings: EditorSettings,
    private readonly openings: Openings,
    private readonly bars: ReviewBars,
    private readonly inquiry: SessionInquiry,
    private readonly endEditing: EndEditing,
    private readonly events: SessionEvents,
    private readonly locks: Locks,
    private readonly logger: Logger
  ) {}

  /**
   * Waits for nobody. What does not answer is told the next time.
   *
   * @param sessions the lost openings of each
   * @param deadline of `clock.elapsed()`; of whom it is not come to by then is told the next time
   */
  async tell(sessions: readonly LostOpening[][], deadline: number): Promise<Telling> {
    const told: Told[] = []
    const tell = async (lost: readonly LostOpening[]) => {
      const { documentId: id, editorKey } = lost[0]!.opening
      const one = await this.#unlessRefused(id, () => this.#tellAlone({ id, editorKey }, lost))
      if (one) told.push(one)
    }
    const reached = await severalAtOnce(sessions, deadline, tell)
    return { told, reached }
  }

  /** Returns when all are out, or have had time enough. */
  async finish(told: readonly Told[]): Promise<void> {
    if (told.length === 0) return
    const keys = new Map(told.map(({ key }) => [key.editorKey, key]))
    await using heard = await this.events.listen((event) => {
      const key = keys.get(event.editorKey)
      return key !== undefined && isNews(event, key)
    })
    const deadline = clock.elapsed() + this.settings.config.sessionEndSeconds * 1000
    for (let waiting = told; ;) {
      const known = heard.all.length
      const left = deadline - clock.elapsed()
      waiting = await this.#stillInside(waiting, left <= 0, deadline + OVERTIME_MS)
      if (left <= 0 || waiting.length === 0) return
      await heard.until(() => heard.all.length > known, Math.min(left, AGAIN_MS))
    }
  }

  /** One after the other, on whichever node and for whatever reason: the later ones find it done. */
  #tellAlone(key: SessionKey, lost: readonly LostOpening[]): Promise<Told | null> {
    return this.locks.run(`documents:openings:${key.editorKey}`, LOCK, () => this.#tell(key, lost))
  }

  /** @returns `null` where nobody of them is inside */
  async #tell(key: SessionKey, lost: readonly LostOpening[]): Promise<Told | null> {
    const state = await this.inquiry.ask(key)
    const named = lost.filter(({ opening }) => hasInside(state, [String(opening.userId)]))
    const inside = await unexplained(key, named)
    await this.#barExplained(
      key,
      named.filter((one) => !inside.includes(one))
    )
    if (inside.length > 0) {
      await this.endEditing.tell(key, endingOf(inside))
      return { key, lost, inside }
    }
    await this.#noteLeft({ key, lost, inside }, state)
    return null
  }

  /** @returns in which of them somebody is */
  async #stillInside(told: readonly Told[], isLast: boolean, deadline: number): Promise<Told[]> {
    const staying: Told[] = []
    await severalAtOnce(told, deadline, async (one) => {
      const state = await this.#unlessRefused(one.key.id, () => this.inquiry.ask(one.key))
      if (!state) return
      const isInside = hasInside(state, idsOf(one.inside).map(String))
      if (isInside) staying.push(one)
      if (isInside && !isLast) return
      await this.#noteLeft(one, state)
      if (isInside) await this.#bar(one, state)
    })
    return staying
  }

  /** They left with these, and are inside with others: nothing tells whether the page of these comes back. */
  async #barExplained({ editorKey }: SessionKey, explained: readonly LostOpening[]): Promise<void> {
    const barred = explained.filter(({ isBarred }) => isBarred).map(({ opening }) => opening)
    await this.bars.outside(editorKey, barred)
  }

  async #noteLeft({ key, lost }: Told, state: SessionState): Promise<void> {
    const userIds = idsOf(lost).filter((id) => !hasInside(state, [String(id)]))
    await this.openings.left(key, userIds)
    const outside = lost.filter(({ opening }) => userIds.includes(opening.userId))
    await this.openings.seenOutside(outside.map(({ opening }) => opening.id))
    const barred = outside.filter(({ isBarred }) => isBarred).map(({ opening }) => opening)
    await this.bars.outside(key.editorKey, barred)
  }

  /** Told to leave, they had time enough, and stayed: what they save from now on is not made present. */
  async #bar({ key: { editorKey }, inside }: Told, state: SessionState): Promise<void> {
    const barred = inside.filter(
      ({ isBarred, opening }) => isBarred && hasInside(state, [String(opening.userId)])
    )
    if (barred.length === 0) return
    for (const { id } of await unsupported(editorKey, barred)) await judge(id, true)
  }

  async #unlessRefused<T>(documentId: number, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.logger.warn({ documentId, why: error.message }, 'people stay in a document a while')
      return null
    }
  }
}

/** An editor that does not leave is told again and again, but noted once. */
export function endingOf(inside: readonly LostOpening[]): Ending {
  const reason = [...new Set(inside.map((one) => one.reason))].join('; ')
  const ids = inside.map(({ opening }) => opening.id)
  const isNoted = async () => !(await marked(ids))
  return { userIds: idsOf(inside), author: THE_SERVICE, reason, isNoted }
}

/** Whoever is inside may be so with another configuration, which they are still let in with. */
async function unexplained(
  { editorKey }: SessionKey,
  inside: readonly LostOpening[]
): Promise<LostOpening[]> {
  const lost = inside.map(({ opening }) => opening.id)
  const standing = await standingIn(editorKey, idsOf(inside), lost)
  return inside.filter(({ opening }) => !opening.endedAt || !standing.has(opening.userId))
}

/** Of those who stay: not of whom it was seen that they left, or who may do as much with another configuration. */
async function unsupported(
  editorKey: string,
  barred: readonly LostOpening[]
): Promise<DocumentOpening[]> {
  const ids = barred.map(({ opening }) => opening.id)
  const standing = await DocumentOpening.query()
    .where({ editorKey })
    .whereIn('userId', idsOf(barred))
    .whereNull('endedAt')
  const others = standing.filter(({ id }) => !ids.includes(id))
  const explains = ({ id, userId, access }: DocumentOpening, other: DocumentOpening) => {
    if (other.userId !== userId) return false
    const hasLeft = !standing.some((one) => one.id === id)
    return hasLeft || covers(other.access, access)
  }
  return barred.flatMap(({ opening }) =>
    others.some((other) => explains(opening, other)) ? [] : [opening]
  )
}

/** Whether one of them was told for the first time. */
async function marked(ids: readonly number[]): Promise<boolean> {
  const untold = DocumentOpening.query()
    .whereIn('id', [...ids])
    .whereNull('droppedAt')
  return Number(await untold.update({ droppedAt: toStored(clock.now()) })) > 0
}

function idsOf(lost: readonly LostOpening[]): number[] {
  return [...new Set(lost.map(({ opening }) => opening.userId))]
}
