import { inject } from '@adonisjs/core'
import { setImmediate } from 'node:timers/promises'
import { Refusal } from '#kernel/http/define_error'
import { clock } from '#kernel/state/clock'
import { LiveState } from '../live/live_state.js'
import { Openings } from '../live/openings.js'
import { ReviewOpenings } from '../live/review_openings.js'
import { SessionEvents } from '../live/session_events.js'
import { SessionInquiry } from '../live/session_inquiry.js'
import { noteWindows } from '../sessions/missing_people.js'
import { openingsAtRisk } from '../sessions/people_at_risk.js'
import { noteUncovered } from '../sessions/owed_work.js'
import { askedAtOf } from '../sessions/question.js'
import { noteServedAnew } from '../sessions/served_anew.js'
import { SessionTraces } from '../sessions/session_traces.js'
import { uncoveredBy } from '../sessions/uncovered_people.js'
import { mayStayInside } from '../live/who_may_stay.js'
import DocumentKey from '../models/document_key.js'
import DocumentSave from '../models/document_save.js'
import { isOpen } from '../versions/document_keys.js'
import { noteAllInLog, noteInLog } from '../versions/document_log.js'
import { CallbackPeople } from '../versions/callback_people.js'
import { JOINED, leaversIn, type Callback, type CallbackOutcome } from '../editor/callback.js'
import { withComers } from './overtaken_answer.js'
import { roundsOf, type Turn } from './rounds.js'
import { TakenBack } from './taken_back.js'
import { worthNoting } from './worth_noting.js'

const NOTED: CallbackOutcome = Object.freeze({ message: 'Noted', data: null })

/** Who came, who left, and that nothing was changed. */
@inject()
export class CallbackSessions {
  constructor(
    private readonly live: LiveState,
    private readonly openings: Openings,
    private readonly review: ReviewOpenings,
    private readonly traces: SessionTraces,
    private readonly inquiry: SessionInquiry,
    private readonly people: CallbackPeople,
    private readonly takenBack: TakenBack,
    private readonly events: SessionEvents
  ) {}

  /** Status 1; without actions it is the answer to a question who edits. */
  async editing(callback: Callback): Promise<CallbackOutcome> {
    const { documentId, editorKey, payload } = callback
    await this.live.set(documentId, editorKey, payload.users)
    const moves = await this.#movesIn(callback)
    await noteAllInLog(documentId, await worthNoting(editorKey, moves))
    const known = moves.flatMap(({ action, author }) => {
      return author?.id ? [{ userId: author.id, isComing: action === 'editing_started' }] : []
    })
    for (const round of roundsOf(known)) await this.#follow(callback, round)
    await this.#tell(callback)
    return NOTED
  }

  /** Who came and who left, in the order in which it is told. */
  async #movesIn({ editorKey, payload: { actions } }: Callback) {
    if (actions.length === 0) return []
    const { id: keyId } = await DocumentKey.findByOrFail({ editorKey })
    const people = await this.people.allNamed(actions.map(({ userId }) => userId))
    return actions.map(({ type }, index) => ({
      action: type === JOINED ? ('editing_started' as const) : ('editing_left' as const),
      author: people[index] ?? undefined,
      detail: { keyId },
    }))
  }

  /** Status 4. The key stays good: nothing was saved under it. With `userdata` it answers a question. */
  async closed(callback: Callback): Promise<CallbackOutcome> {
    const { documentId, editorKey, payload } = callback
    const isDoubted = !payload.userdata && (await this.#isDoubted(callback))
    if (isDoubted && !(await this.#isClosed(callback))) return NOTED
    if (!isDoubted) await this.#end(callback)
    if (!payload.userdata) {
      await this.openings.endIsHeard(editorKey)
      const author = await this.people.authorOf(callback)
      await noteInLog(documentId, { action: 'editing_ended', author })
      await this.events.publish({ kind: 'ended', documentId, editorKey })
    }
    await this.#tell(await this.#withComers(callback))
    return NOTED
  }

  /** Who came while it was being taken. */
  async #withComers(callback: Callback): Promise<Callback> {
    const payload = await withComers(callback.payload)
    if (payload === callback.payload) return callback
    await this.live.set(callback.documentId, callback.editorKey, payload.users)
    return { ...callback, payload }
  }

  async #isDoubted({ editorKey, payload }: Callback): Promise<boolean> {
    if (await this.#hasEdits(editorKey)) return true
    return mayStayInside(editorKey, leaversIn(payload))
  }

  /** Of these it should have ended with a save: it may have been sent before somebody came back. */
  async #hasEdits(editorKey: string): Promise<boolean> {
    if (await this.#wasUnsaved(editorKey)) return true
    if (!(await isOpen({ editorKey }))) return false
    const saved = DocumentSave.query().where({ editorKey }).whereNot('outcome', 'submitted')
    return (await saved.first()) !== null
  }

  /** What is learnt so is noted as it is learnt; where it cannot be, the session is asked about later. */
  async #isClosed({ documentId: id, editorKey }: Callback): Promise<boolean> {
    try {
      return (await this.inquiry.ask({ id, editorKey })).kind === 'closed'
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  async #end({ documentId, editorKey, payload }: Callback): Promise<void> {
    await this.live.end(documentId, editorKey)
    if (await this.#wasUnsaved(editorKey))
      return this.traces.gone(editorKey, askedAtOf(payload.userdata))
    await this.takenBack.note({ id: documentId, editorKey })
    await this.#settle(editorKey, payload)
  }

  async #wasUnsaved(editorKey: string): Promise<boolean> {
    const key = await DocumentKey.findByOrFail('editorKey', editorKey)
    return key.unsavedAt !== null && key.state !== 'final'
  }

  /** For whoever the document server may have known nothing of any more it says nothing. */
  async #settle(editorKey: string, payload: Callback['payload']): Promise<void> {
    const key = await DocumentKey.findByOrFail({ editorKey })
    if (payload.userdata) await noteServedAnew(key)
    const leavers = leaversIn(payload)
    const uncovered = await uncoveredBy(key, { history: null, named: [], leavers, aheadMs: null })
    await noteUncovered(key, uncovered)
    const askedAt = askedAtOf(payload.userdata)
    const atRisk = await openingsAtRisk(key)
    const ended = atRisk.filter(({ joinedAt }) => askedAt === null || +joinedAt! < askedAt)
    if (payload.userdata) await this.openings.endedUnheard(ended)
    await this.openings.over(editorKey, askedAt)
    const settledAt = askedAt === null ? clock.now() : Math.max(askedAt, +(key.settledAt ?? 0))
    await this.traces.settled(editorKey, settledAt)
  }

  /** With another window of theirs open, whoever leaves is still inside. */
  async #follow({ documentId: id, editorKey, ...callback }: Callback, round: readonly Turn[]) {
    const { openedBy, opening, payload } = callback
    const isNamed = ({ userId }: Turn) => payload.users.includes(String(userId))
    const leaving = round.filter(({ isComing }) => !isComing)
    const left = leaving.filter((turn) => !isNamed(turn))
    const again = left.filter(({ isRepeated }) => isRepeated)
    await noteWindows(editorKey, leaving.filter(isNamed).map(userIdOf))
    await this.openings.left({ id, editorKey }, left.map(userIdOf), again.map(userIdOf))
    for (const { userId, isComing } of round) {
      if (!isComing) continue
      await this.review.arrived(
        { id, editorKey },
        userId,
        openedBy === userId ? opening : undefined
      )
      await setImmediate()
    }
  }

  /** Whoever asked may be another node, and nodes may be apart. */
  async #tell({ documentId, editorKey, payload }: Callback): Promise<void> {
    const { status, users, userdata } = payload
    if (userdata) await this.live.hear(editorKey, { heardOf: userdata, status, users })
    await this.events.publish({ kind: 'seen', documentId, editorKey, status, users, userdata })
  }
}

function userIdOf({ userId }: Turn): number {
  return userId
}
