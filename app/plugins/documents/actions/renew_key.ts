import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { identifiersIn } from '#kernel/http/query_parameters'
import { EditorSettings } from '../editor/editor_settings.js'
import { EditingGuard, type Quiet } from '../guard/editing_guard.js'
import { EndEditing } from '../live/end_editing.js'
import { SessionInquiry } from '../live/session_inquiry.js'
import type { SessionState } from '../sessions/session_state.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import { endedSessionNotice, renewedKeyNotice } from '../notices/renewed_key_notice.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { THE_SERVICE } from '../versions/author.js'
import { replaceKey } from '../versions/document_keys.js'
import { noteInLog } from '../versions/document_log.js'
import { peopleEndedUnheard } from '../sessions/people_at_risk.js'
import { SessionPeople } from '../recovery/session_people.js'

/**
 * `good`: the document server knows nothing under its key. `edited`, `unsaved`: there is a session under it, which goes
 * on from what is kept here, or has work that would be lost with the key.
 */
export type Renewal = 'renewed' | 'good' | 'edited' | 'unsaved'

/** What was found of a document when it was asked about last, and who was told. */
interface Found {
  renewal: Renewal
  toldIds: readonly number[] | null
  /** Who was inside when it was asked: what they changed comes here. */
  insideIds: readonly number[]
}

/** Why keys are renewed: `maintenance` where nothing was restored, as for another secret or another release. */
export type RenewalReason = 'restore' | 'maintenance'

export interface RenewalOptions {
  /** End the session of whoever is inside, instead of leaving it alone. */
  isDropping: boolean
  reason: RenewalReason
}

/** For the log. */
const REASONS: Record<RenewalReason, string> = {
  restore: 'the database was restored from a backup',
  maintenance: 'editing sessions were ended for maintenance of the service',
}

/** Gives one document a new editor key, where the document server keeps anything under the present one. */
@inject()
export class RenewKey {
  constructor(
    private readonly settings: EditorSettings,
    private readonly guard: EditingGuard,
    private readonly inquiry: SessionInquiry,
    private readonly endEditing: EndEditing,
    private readonly people: SessionPeople,
    private readonly tell: TellAuthors
  ) {}

  /** @throws E_NOT_FOUND, E_BEING_EDITED, E_UNAVAILABLE */
  async handle(id: number, options: RenewalOptions): Promise<Renewal> {
    const found: Found = { renewal: 'good', toldIds: null, insideIds: [] }
    const { editorKey } = await Document.findOrFail(id)
    const ask = () => this.#ask(id, options, found)
    await this.guard.whileStillQuiet(ask, { author: THE_SERVICE }, async ([document], trx) => {
      if (document) await renew(document, found, options, trx)
    })
    const isOther = (await Document.findOrFail(id)).editorKey !== editorKey
    return isOther ? 'renewed' : found.renewal
  }

  async #ask(id: number, options: RenewalOptions, found: Found): Promise<Quiet[]> {
    const document = await Document.findOrFail(id)
    const { editorKey } = document
    const before = await this.#atRisk(editorKey)
    found.renewal = renewalOf(await this.#stateOf(document, options, found))
    if (found.renewal !== 'renewed') return []
    if (!found.toldIds && !(await isSavedAway(document)))
      found.toldIds = await this.#told(document, { before, inside: found.insideIds }, options)
    return [{ id, editorKey, isAsked: true, isBroughtBack: false, staying: [], before: null }]
  }

  async #atRisk(editorKey: string): Promise<number[]> {
    return this.people.atRisk(await DocumentKey.findByOrFail({ editorKey }))
  }

  /**
   * Whoever is still at risk once all is closed; where something was restored, also who was before. And those of whom the
   * document server says only as it is asked that nothing is left: it may have been saved to another database.
   */
  async #told(
    document: Document,
    { before, inside }: { before: readonly number[]; inside: readonly number[] },
    { reason }: RenewalOptions
  ): Promise<readonly number[]> {
    const { editorKey } = document
    const atRisk = reason === 'restore' ? before : await this.#atRisk(editorKey)
    const unheard = (await peopleEndedUnheard(editorKey)).filter((id) => !inside.includes(id))
    const concerned = [...new Set([...atRisk, ...unheard])]
    if (reason === 'restore' || concerned.length > 0) await this.#tell(document, concerned, reason)
    return concerned
  }

  async #stateOf(
    document: Document,
    { isDropping, reason }: RenewalOptions,
    found: Found
  ): Promise<SessionState> {
    const state = await this.inquiry.ask(document)
    if (state.kind !== 'edited' || !isDropping) return state
    found.insideIds = [...found.insideIds, ...identifiersIn(state.users)]
    await this.endEditing.handle(document, { author: THE_SERVICE, reason: REASONS[reason] })
    const longestMs = this.settings.config.sessionEndSeconds * 1000
    return this.inquiry.until(document, ({ kind }) => kind === 'closed', longestMs)
  }

  /** Before the key is another one: whoever is told twice is better off than who is not told at all. */
  async #tell(
    document: Document,
    userIds: readonly number[],
    reason: RenewalReason
  ): Promise<void> {
    const notice = reason === 'restore' ? renewedKeyNotice : endedSessionNotice
    if (await this.tell.send(userIds, document, notice(document))) return
    throw new E_UNAVAILABLE('Those whose work may be missing could not be told; try again')
  }
}

async function renew(
  document: Document,
  { toldIds }: Found,
  { reason }: RenewalOptions,
  trx: TransactionClientContract
): Promise<void> {
  await replaceKey(document, 'replaced', trx)
  await document.useTransaction(trx).save()
  const { id, versionNo } = document
  const detail = { reason: REASONS[reason], userIds: toldIds }
  await noteInLog(id, { action: 'key_renewed', author: THE_SERVICE, versionNo, detail }, trx)
}

/** Whether what was inside has become a version, and the document has another key for it. */
async function isSavedAway({ id, editorKey }: Document): Promise<boolean> {
  return (await Document.findOrFail(id)).editorKey !== editorKey
}

function renewalOf(state: SessionState): Renewal {
  if (state.kind !== 'closed') return state.kind
  return state.isUnknown ? 'good' : 'renewed'
}
