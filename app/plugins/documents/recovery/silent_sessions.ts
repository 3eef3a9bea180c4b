import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { toStored } from '#kernel/database/instant'
import { Refusal } from '#kernel/http/define_error'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { ClockCheck } from '#kernel/state/clock_check'
import { inTurns } from '../live/in_turns.js'
import { Openings } from '../live/openings.js'
import { SessionInquiry } from '../live/session_inquiry.js'
import { peopleAtRisk } from '../sessions/people_at_risk.js'
import { isLeftUnsaved } from '../sessions/left_unsaved.js'
import { SessionTraces, UNFINISHED } from '../sessions/session_traces.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { drawBackFuture } from './future_moments.js'
import { GoneSessions } from './gone_sessions.js'
import { LossBook } from './loss_book.js'
import { UNANSWERED, unansweredLoss, unsavedLoss } from './losses.js'
import { ReportLoss } from './report_loss.js'

/** Well within the day for which the document server knows what has ended: then it can still say how. */
const SILENT_MS = 1_800_000

const MOST_ASKED = 50

/** Of so many it is asked in turn: those in which somebody was, in which somebody may have been, and the others. */
const TURNS = [5, 3, 2]
const MOST_REFUSALS = 3

/**
 * Asks how sessions stand of which nothing was heard for long. What the document server loses together with what it
 * knows, after a crash, it will never report: that work may be missing is then learnt from its silence alone.
 */
@inject()
export class SilentSessions {
  constructor(
    private readonly inquiry: SessionInquiry,
    private readonly openings: Openings,
    private readonly traces: SessionTraces,
    private readonly gone: GoneSessions,
    private readonly report: ReportLoss,
    private readonly book: LossBook,
    private readonly clockCheck: ClockCheck,
    private readonly logger: Logger
  ) {}

  /** @returns of how many sessions people were told that they ended without a word */
  async handle(): Promise<number> {
    return actAsSystem('look after sessions that have fallen silent', async () => {
      if (!(await this.clockCheck.disagreement())) await drawBackFuture()
      await this.traces.enteredAgain()
      await this.#askAll(await silentKeys())
      return this.gone.handle()
    })
  }

  /** Where it answers several in a row not at all, the rest is taken for asked in vain as well: others are next. */
  async #askAll(keys: readonly DocumentKey[]): Promise<void> {
    let refusals = 0
    for (const [index, key] of keys.entries()) {
      const error = await this.#refusal(key)
      refusals = error ? refusals + 1 : 0
      if (error) await this.#leaveOpen(key, error)
      if (refusals < MOST_REFUSALS) continue
      for (const other of keys.slice(index + 1)) {
        await noteAsked(other)
        await this.#leaveOpen(other, error!)
      }
      return
    }
  }

  /** `null` where it is answered. */
  async #refusal(key: DocumentKey): Promise<Refusal | null> {
    await noteAsked(key)
    try {
      await this.#ask(key)
      await this.book.overIf(key.editorKey, UNANSWERED)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const about = { documentId: key.documentId, why: error.message }
      this.logger.warn(about, 'it is not known how a session stands')
      return error
    }
  }

  /** Those who are known to have been inside are told so, once it has lasted. */
  async #leaveOpen(key: DocumentKey, error: Refusal): Promise<void> {
    const userIds = await peopleAtRisk(key)
    if (userIds.length === 0) return
    const document = await Document.findOrFail(key.documentId)
    const silentMs = clock.now() - +(key.heardAt ?? key.openedAt!)
    await this.report.later(key, document, unansweredLoss(document, { error, silentMs, userIds }))
  }

  async #ask(key: DocumentKey): Promise<void> {
    const { documentId: id, editorKey } = key
    const state = await this.inquiry.ask({ id, editorKey })
    if (state.kind === 'closed' && !(await isGone(key))) await this.openings.neverJoined(editorKey)
    if (state.kind !== 'unsaved' || !isLeftUnsaved(key)) return
    const document = await Document.findOrFail(id)
    await this.report.handle(key, document, unsavedLoss(document, editorKey))
  }
}

async function noteAsked({ id }: DocumentKey): Promise<void> {
  await DocumentKey.query()
    .where({ id })
    .update({ askedAt: toStored(clock.now()) })
}

/** Then those who were let in are told of it first. */
async function isGone({ id }: DocumentKey): Promise<boolean> {
  return (await DocumentKey.findOrFail(id)).goneAt !== null
}

/** Of each kind the one that waited longest comes first; where there are few of one, there is time for the others. */
async function silentKeys(): Promise<DocumentKey[]> {
  const entered = await longestSilent((keys) => {
    void keys.where((known) => void known.whereNotNull('unsavedAt').orWhereExists(joinedUnder()))
  })
  const begun = await longestSilent((keys) => {
    unentered(keys)
    void keys.where((known) => void known.whereNotNull('servedAt').orWhereNotNull('heardAt'))
  })
  const unused = await longestSilent((keys) => {
    unentered(keys)
    void keys.whereNull('servedAt').whereNull('heardAt')
  })
  return inTurns([entered, begun, unused], TURNS).slice(0, MOST_ASKED)
}

type KeyQuery = ReturnType<typeof DocumentKey.query>

function unentered(keys: KeyQuery): void {
  void keys.whereNull('unsavedAt').whereNotExists(joinedUnder())
}

function joinedUnder() {
  return DocumentOpening.query()
    .whereColumn('document_openings.editor_key', 'document_keys.editor_key')
    .whereNotNull('joinedAt')
}

/** Who was never asked has waited since somebody was let in: what is opened now comes after it. */
function longestSilent(narrow: (keys: KeyQuery) => void): Promise<DocumentKey[]> {
  const before = toStored(clock.now() - SILENT_MS)
  const inside = DocumentOpening.query().whereNull('endedAt').select('editorKey')
  const keys = DocumentKey.query()
    .whereIn('state', [...UNFINISHED])
    .whereNull('goneAt')
    .whereNull('abandonedAt')
    .where('openedAt', '<', before)
    .where((unsaid) => {
      void unsaid.whereNotNull('unsavedAt').orWhere((silent) => {
        void silent
          .whereIn('editorKey', inside)
          .where((heard) => void heard.whereNull('heardAt').orWhere('heardAt', '<', before))
          .where((asked) => void asked.whereNull('askedAt').orWhere('askedAt', '<', before))
      })
    })
  narrow(keys)
  return keys.orderByRaw('coalesce(asked_at, opened_at), id').limit(MOST_ASKED).exec()
}
