import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/http/errors'
import { actAsSystem, currentOperator } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { FileStore } from '#plugins/files/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_BEING_EDITED } from '../errors.js'
import { EarlierSessions } from '../live/earlier_sessions.js'
import { EndEditing } from '../live/end_editing.js'
import { goneKeysOf } from '../live/gone_keys.js'
import { SessionInquiry } from '../live/session_inquiry.js'
import { areAmong, type SessionState } from '../sessions/session_state.js'
import { UNFINISHED } from '../sessions/session_traces.js'
import type Document from '../models/document.js'
import DocumentKey, { type KeyState } from '../models/document_key.js'
import { LossBook } from '../recovery/loss_book.js'
import { LostWork } from '../recovery/lost_work.js'
import { Salvage, type Salvaged } from '../recovery/salvage.js'
import { UntoldWork } from '../recovery/untold_work.js'
import { DropRight, type MayDrop } from '../rights/drop_right.js'
import { authorOf, type Author } from '../versions/author.js'
import { replaceKey, wasOpened } from '../versions/document_keys.js'
import { noteInLog } from '../versions/document_log.js'
import { goOnWithout } from '../versions/go_on_without.js'
import { HOLDER } from '../versions/holder.js'
import { lockedDocument } from '../versions/locked_document.js'

/** Work of one session that is given up, and what could be had of it. */
interface GivenUp {
  editorKey: string
  /** Of its key, before anything of it was fetched. */
  state: KeyState
  versionNo: number | null
  file: Salvaged | null
}

/** Of the document's present session. */
interface Held {
  isUnsaved: boolean
  /** Who stays inside although told to leave, as the editor knows them. */
  staying: readonly string[]
}

/**
 * Gives up work that the document server holds and cannot save, so that its document can be deleted, restored or
 * submitted again. What can still be fetched is fetched first; whose work it is, is told.
 */
@inject()
export class AbandonWork {
  constructor(
    private readonly settings: EditorSettings,
    private readonly inquiry: SessionInquiry,
    private readonly endEditing: EndEditing,
    private readonly earlier: EarlierSessions,
    private readonly dropRight: DropRight,
    private readonly lost: LostWork,
    private readonly salvage: Salvage,
    private readonly store: FileStore,
    private readonly book: LossBook,
    private readonly untold: UntoldWork
  ) {}

  /**
   * @param isDropping whether to send out who is inside; whoever stays then is left behind, with what cannot be saved
   * @throws E_NOT_FOUND when there is none; E_CONFLICT when all of it was saved meanwhile; E_BEING_EDITED, E_EDITOR_OFF, E_FORBIDDEN, E_UNAVAILABLE
   */
  async handle(document: Document, isDropping: boolean): Promise<void> {
    const by = authorOf(currentOperator())
    const drop = await this.dropRight.of([document.id], isDropping)
    const { isUnsaved, staying } = await this.#held(document, drop, by)
    const { isBack, stuck } = await this.lost.bringBack(document.id)
    const lostKeys = stuck.map(({ key }) => key.editorKey)
    const shown = stuck.filter(({ outcome }) => outcome !== 'hidden')
    const toFetch = shown.map(({ key }) => key.editorKey)
    const earlier = await this.earlier.unsaved(document.id)
    const unsaved = isUnsaved ? [document.editorKey, ...earlier] : earlier
    const gone = (await goneKeysOf(document.id)).map(({ editorKey }) => editorKey)
    const editorKeys = new Set([...unsaved, ...lostKeys, ...gone])
    if (editorKeys.size === 0 && !isBack) throw new E_NOT_FOUND(NONE)

    const all: GivenUp[] = []
    for (const editorKey of editorKeys) {
      const { state } = await DocumentKey.findByOrFail({ editorKey })
      const versionNo = unsaved.includes(editorKey) ? await this.#forced(editorKey) : null
      const file = toFetch.includes(editorKey) ? await this.salvage.lost(editorKey) : null
      all.push({ editorKey, state, versionNo, file })
    }
    const lost = await db.transaction((trx) => this.#record(document, all, { by, staying }, trx))
    for (const { editorKey } of lost) await this.book.over(editorKey)
    for (const { editorKey } of lost) await this.untold.of(editorKey)
  }

  /** Nobody inside and something unsaved is how it looks, too, while the last save is on its way. */
  async #held(document: Document, drop: MayDrop | null, by: Author): Promise<Held> {
    if (!(await wasOpened(document.editorKey))) return { isUnsaved: false, staying: [] }
    const state = await this.#decided(document)
    if (state.kind !== 'edited') return { isUnsaved: state.kind === 'unsaved', staying: [] }
    if (!drop) throw new E_BEING_EDITED(INSIDE)

    await this.endEditing.handle(document, { author: by })
    const after = await this.#decided(document)
    if (!areAmong(after, state.users)) throw new E_BEING_EDITED(OTHERS)
    return {
      isUnsaved: after.kind !== 'closed',
      staying: after.kind === 'edited' ? after.users : [],
    }
  }

  /** Once it is known whether what is unsaved is on its way. */
  #decided({ id, editorKey }: Document): Promise<SessionState> {
    const longestMs = this.settings.config.sessionEndSeconds * 1000
    return this.inquiry.until({ id, editorKey }, ({ kind }) => kind !== 'unsaved', longestMs)
  }

  #forced(editorKey: string): Promise<number | null> {
    return actAsSystem('save what can be saved', () => this.salvage.forced(editorKey))
  }

  /** @returns what was given up: not what was saved while it was fetched */
  async #record(
    { id }: Document,
    found: readonly GivenUp[],
    { by: author, staying }: { by: Author; staying: readonly string[] },
    trx: TransactionClientContract
  ): Promise<readonly GivenUp[]> {
    const document = await lockedDocument(id, trx)
    const all = await stillHeld(found, trx)
    if (found.length > 0 && all.length === 0) throw new E_CONFLICT(SAVED)
    const others = document.editing.filter((person) => !staying.includes(String(person.id)))
    if (others.length > 0) throw new E_BEING_EDITED(staying.length > 0 ? OTHERS : INSIDE)
    const editorKeys = all.map(({ editorKey }) => editorKey)
    await markGivenUp(document, editorKeys, staying, trx)
    if (editorKeys.includes(document.editorKey)) await this.#goOn(document, staying, author, trx)
    for (const { editorKey, versionNo, file } of all) {
      const fileId = file && (await this.#recordFile(document, file, trx))
      const { id: keyId } = await DocumentKey.findByOrFail({ editorKey }, { client: trx })
      const detail = { kept: keptAs({ versionNo, file }), keyId }
      await noteInLog(id, { action: 'work_abandoned', author, versionNo, fileId, detail }, trx)
    }
    return all
  }

  async #goOn(
    document: Document,
    staying: readonly string[],
    author: Author,
    trx: TransactionClientContract
  ): Promise<void> {
    if (staying.length > 0) return goOnWithout(document, staying, author, trx)
    await replaceKey(document, 'replaced', trx)
    await document.useTransaction(trx).save()
  }

  async #recordFile(
    { ownerId: owner, departmentId: department }: Document,
    { blob, extension, mimeType }: Salvaged,
    trx: TransactionClientContract
  ): Promise<number> {
    const holding = { holder: HOLDER, ownership: { owner, department } }
    const name = `content.${extension}`
    return (await this.store.record(blob, { ...holding, extension, mimeType, name }, trx)).id
  }
}

/** Whose sessions have not ended meanwhile: with a save of it, or with one that failed and was told. */
async function stillHeld(
  found: readonly GivenUp[],
  trx: TransactionClientContract
): Promise<GivenUp[]> {
  const held: GivenUp[] = []
  for (const one of found) {
    const { editorKey, state } = one
    const isHeld = DocumentKey.query({ client: trx }).where({ editorKey, state }).forUpdate()
    if (await isHeld.first()) held.push(one)
  }
  return held
}

/** What lies unsaved until now is known by it from what whoever stays changes later. */
async function markGivenUp(
  { editorKey }: Document,
  editorKeys: readonly string[],
  staying: readonly string[],
  trx: TransactionClientContract
): Promise<void> {
  const now = toStored(clock.now())
  const keys = () => DocumentKey.query({ client: trx }).whereIn('editorKey', [...editorKeys])
  await keys().update({ abandonedAt: now, goneAt: now })
  const left = keys()
    .whereIn('state', [...UNFINISHED])
    .whereNull('unsavedAt')
  if (staying.length > 0) void left.whereNot({ editorKey })
  await left.update({ unsavedAt: now })
}

function keptAs({ versionNo, file }: Pick<GivenUp, 'versionNo' | 'file'>) {
  if (versionNo !== null) return 'version' as const
  return file ? ('file' as const) : ('nothing' as const)
}

const NONE = 'The document server holds no unsaved work of this document'

const SAVED =
  'The session ended meanwhile, and what it held came here, so nothing of it is given up; look at the newest version, or at the document’s log'

const INSIDE =
  'Somebody is in the document, so nothing of it is given up: have them close it, or repeat with drop=true to end their session'

const OTHERS =
  'Somebody has come into the document just now, so nothing of it is given up; try again in a moment'
