import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import type { Notice } from '#kernel/notices/notices'
import { LiveState } from '../live/live_state.js'
import { SessionEvents } from '../live/session_events.js'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import { concernedInFailure } from '../notices/concerned.js'
import { contributorsOf } from '../notices/contributors.js'
import {
  failedFormNotice,
  remainsNotice,
  stillOpenNotice,
  strandedNotice,
  unsavedNotice,
} from '../notices/failure_notices.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { strandedLoss } from '../recovery/losses.js'
import { ReportLoss } from '../recovery/report_loss.js'
import { UntoldWork } from '../recovery/untold_work.js'
import type { FailedSave } from '../saves/failures_before.js'
import { KeepFailedSave, type KeptFailure } from '../saves/keep_failed_save.js'
import type { Author } from '../versions/author.js'
import { CallbackPeople } from '../versions/callback_people.js'
import { isOpenedUnder } from '../versions/document_state.js'
import type { Callback, CallbackOutcome } from '../editor/callback.js'
import { LaterLosses } from './later_losses.js'

const RECORDED: CallbackOutcome = Object.freeze({
  message: 'The failed save is recorded',
  data: null,
})
const REFUSED: CallbackOutcome = Object.freeze({
  refused: true,
  message: 'The save failed and came without a file: keep the changes',
  data: null,
})

/** Statuses 3 and 7: work that the document server could not write. */
@inject()
export class CallbackFailures {
  constructor(
    private readonly keepFailedSave: KeepFailedSave,
    private readonly people: CallbackPeople,
    private readonly live: LiveState,
    private readonly events: SessionEvents,
    private readonly authors: TellAuthors,
    private readonly untold: UntoldWork,
    private readonly report: ReportLoss,
    private readonly later: LaterLosses,
    private readonly logger: Logger
  ) {}

  /** Acknowledged only where the other side may forget the changes, and once all that came is recorded. */
  async take(callback: Callback, final: boolean): Promise<CallbackOutcome> {
    const author = await this.people.authorOf(callback)
    const contributors = await contributorsTo(callback, author)
    const kept = await this.#recorded(callback, { author, contributors, final })
    await this.untold.of(callback.editorKey)
    if (final && kept.mayForget) await this.later.bring(callback)
    await this.#announce(callback, final)
    return kept.mayForget ? RECORDED : REFUSED
  }

  /** Status 7 of a form: it is of nobody but who submitted it. */
  async takeForm(callback: Callback): Promise<CallbackOutcome> {
    const author = await this.people.submitterOf(callback)
    const contributors = contributorsOf({ authorId: author.id, history: null })
    await this.#recorded(callback, { author, contributors, final: false, isForm: true })
    await this.#announce(callback, false)
    return RECORDED
  }

  async #recorded(callback: Callback, failed: FailedSave): Promise<KeptFailure> {
    const kept = await this.#kept(callback, failed)
    await this.#tell(callback, kept, failed)
    return kept
  }

  /** What cannot be fetched now may be the next time: it is sent again, or its changes stay over there. */
  async #kept(callback: Callback, failed: FailedSave): Promise<KeptFailure> {
    try {
      return await this.keepFailedSave.handle(callback, failed)
    } catch (error) {
      await this.#noteUnfetched(callback, failed, error)
      throw error
    }
  }

  async #noteUnfetched(callback: Callback, failed: FailedSave, error: unknown): Promise<void> {
    const { documentId, editorKey, payload } = callback
    const reason = error instanceof Refusal ? error.message : 'System fault'
    const noted = await this.keepFailedSave.noteUnfetched(callback, failed, reason)
    this.logger.warn({ documentId, reason }, 'what came of a failed save could not be fetched')
    await this.#tell(callback, noted, failed)
    const about = { documentId, editorKey, userdata: payload.userdata }
    await this.events.publish({ kind: 'failed', ...about })
  }

  async #tell({ editorKey }: Callback, kept: KeptFailure, failed: FailedSave): Promise<void> {
    const { document, toTell } = kept
    if (toTell === null) return
    const isStranded = failed.final && !kept.mayForget && !isOpenedUnder(document, editorKey)
    const notice = isStranded ? strandedNotice(document.title) : noticeFor(kept, failed)
    await this.authors.send(toTell, document, notice)
    if (isStranded) await this.#tellMenders(editorKey, document)
  }

  /** Opening the document does not help, so somebody has to look into the document server. */
  async #tellMenders(editorKey: string, document: Document): Promise<void> {
    const key = await DocumentKey.findByOrFail({ editorKey })
    await this.report.toMenders(key, document, strandedLoss(document))
  }

  async #announce({ documentId, editorKey, payload }: Callback, final: boolean): Promise<void> {
    const about = { documentId, editorKey }
    if (final) await this.live.end(documentId, editorKey)
    await this.events.publish({ kind: 'failed', ...about, userdata: payload.userdata })
    if (final) await this.events.publish({ kind: 'ended', ...about })
  }
}

function noticeFor({ document, mayForget }: KeptFailure, { final, isForm }: FailedSave): Notice {
  if (isForm) return failedFormNotice(document.title)
  if (!final) return stillOpenNotice(document.title)
  return mayForget ? remainsNotice(document.title) : unsavedNotice(document.title)
}

/** Found before the session is ended: who was inside is forgotten with it. */
async function contributorsTo({ editorKey, payload }: Callback, author: Author): Promise<number[]> {
  const told = { authorId: author.id, history: payload.history ?? null }
  const key = await DocumentKey.findByOrFail({ editorKey })
  return contributorsOf({ ...told, concerned: await concernedInFailure(told, key) })
}
