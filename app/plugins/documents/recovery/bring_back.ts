import { inject } from '@adonisjs/core'
import { AbsentFile } from '../editor/absent_file.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { SessionInquiry } from '../live/session_inquiry.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import type { SaveFiles } from '../saves/fetched_save.js'
import { isKeptOf } from '../saves/remains.js'
import { SaveDocument } from '../saves/save_document.js'
import { whenWritten } from '../saves/when_written.js'
import { hiddenBehind, noteEmptied, noteFound, type FoundSave } from '../sessions/hidden_saves.js'
import { isLeftUnsaved } from '../sessions/left_unsaved.js'
import { BringRemains } from './bring_remains.js'
import { LostFiles } from './lost_files.js'
import { LossBook } from './loss_book.js'
import { hiddenLoss, hiddenMark, lossOf, strandedLoss, unsavedLoss } from './losses.js'
import { ReportLoss } from './report_loss.js'
import { SessionPeople, type Whose } from './session_people.js'

/** `hidden`: it is here, and stays there as well, for another one may lie behind it. */
export type BroughtBack = 'recovered' | 'known' | 'inUse' | 'failed' | 'hidden'

export interface BringingBack {
  /** Also while somebody is in a session that the document went on without: what lies there stays there, too. */
  isInUse?: boolean
}

interface Taken extends FoundSave {
  sha256: string
}

interface Over extends Taken {
  /** Whether changes are left in its session, into which nobody is let any more. */
  isUnsaved: boolean
}

/** How often what is lost may be another thing than a moment before. */
const ROUNDS = 3

/**
 * Brings back the lost save of one key, once nobody is in its session. The document server keeps one of each format,
 * always at the same place, hands out one of them and deletes all: they are deleted there only while what is handed out is
 * what was recorded here, and nothing may lie behind it. What it had said to be written badly is kept with the log, and no
 * version.
 */
@inject()
export class BringBack {
  constructor(
    private readonly settings: EditorSettings,
    private readonly inquiry: SessionInquiry,
    private readonly lost: LostFiles,
    private readonly saveDocument: SaveDocument,
    private readonly remains: BringRemains,
    private readonly people: SessionPeople,
    private readonly report: ReportLoss,
    private readonly book: LossBook
  ) {}

  /** @throws whatever keeps it from being fetched or recorded this time */
  async handle(key: DocumentKey, bringing: BringingBack = {}): Promise<BroughtBack> {
    let outcome: BroughtBack = 'known'
    for (let round = 1; round <= ROUNDS; round++) {
      const done = await this.#once(key, bringing)
      if (done.outcome !== 'known') outcome = done.outcome
      if (done.isOver) break
    }
    return outcome
  }

  async #once(
    key: DocumentKey,
    { isInUse = false }: BringingBack
  ): Promise<{ outcome: BroughtBack; isOver: boolean }> {
    const { documentId: id, editorKey } = key
    const document = await Document.findOrFail(id)
    const before = await this.inquiry.ask({ id, editorKey })
    const isTaken = isInUse && document.editorKey !== editorKey
    if (before.kind === 'edited' && !isTaken) return { outcome: 'inUse', isOver: true }
    if (before.kind === 'unsaved' && document.editorKey === editorKey) {
      await this.report.handle(key, document, unsavedLoss(document, editorKey))
      return { outcome: 'inUse', isOver: true }
    }

    const taken = await this.#take(key, document, before.kind === 'closed')
    if (taken === 'gone') return { outcome: 'known', isOver: true }
    if (taken === 'unusable') return { outcome: 'failed', isOver: true }
    const after = await this.inquiry.ask({ id, editorKey })
    const isUnsaved = after.kind === 'unsaved'
    if (after.kind === 'edited' || (isUnsaved && !(await isStranded(key))))
      return { outcome: taken.outcome, isOver: true }
    const over = { ...taken, isUnsaved }
    if (await this.#hides(key, document, over)) return { outcome: 'hidden', isOver: true }
    return { outcome: taken.outcome, isOver: await this.#delete(key, over) }
  }

  async #hides(key: DocumentKey, document: Document, taken: Over): Promise<boolean> {
    const { editorKey } = key
    await noteFound(editorKey, taken)
    const hidden = await hiddenBehind(editorKey, taken)
    if (hidden.length === 0) return false
    const hiddenTypes = [...new Set(hidden.map(({ fileType }) => fileType!))]
    const userIds = [...new Set(hidden.flatMap((work) => work.userIds))]
    const { fileType, sha256 } = taken
    const loss = hiddenLoss(document, sha256, { fileType, hiddenTypes, userIds })
    if (taken.isUnsaved) await this.#tellOfUnsaved(key, document)
    await this.report.handle(key, document, loss)
    return true
  }

  /** Before what is hidden is: that is told of in its place until it is here. */
  async #tellOfUnsaved(key: DocumentKey, document: Document): Promise<void> {
    const known = await this.book.knownUnder([key.editorKey])
    if (known.length === 0) await this.report.handle(key, document, strandedLoss(document))
  }

  /** @returns whether it was still that; what is not handed out any more is left to a later sweep */
  async #delete({ editorKey }: DocumentKey, { sha256, isUnsaved }: Over): Promise<boolean> {
    try {
      if (!(await this.lost.deleteIfStill(editorKey, sha256))) return false
    } catch (error) {
      if (error instanceof AbsentFile) return true
      throw error
    }
    await noteEmptied(editorKey)
    await (isUnsaved ? this.book.overInStore(editorKey) : this.book.over(editorKey))
    return true
  }

  async #take(key: DocumentKey, document: Document, isOver: boolean) {
    try {
      const { failedSave } = await DocumentKey.findByOrFail({ editorKey: key.editorKey })
      if (failedSave) return (await this.remains.handle(key, isOver)) ?? ('gone' as const)
      await using files = await this.lost.fetch(key.editorKey, document.fileType)
      if (!files) return 'gone' as const
      if (await isKeptOf(key, files.content.sha256))
        return (await this.remains.handle(key, isOver)) ?? ('gone' as const)
      return await this.#record(key, files, isOver)
    } catch (error) {
      const loss = lossOf(document, error, this.settings.config.downloadLimit)
      if (!loss) throw error
      await this.report.handle(key, document, loss)
      return 'unusable' as const
    }
  }

  async #whose(key: DocumentKey, found: FoundSave): Promise<Whose> {
    const author = await this.people.authorOf(key, found)
    return { author, concerned: await this.people.concerned(key, found) }
  }

  /** @param isOver whether its session is */
  async #record(key: DocumentKey, files: SaveFiles, isOver: boolean) {
    const { documentId, editorKey } = key
    const { writtenAt } = whenWritten(files)
    const fileType = files.kind.extension
    const found = { fileType, writtenAt, modifiedAt: files.modifiedAt }
    const whose = (await this.people.ofHidden(key, found)) ?? (await this.#whose(key, found))
    const lost = { status: 0, final: isOver, recovered: true, ...whose }
    const session = { documentId, editorKey, ...lost }
    const isNew = await this.saveDocument.record(session, files)
    const { sha256 } = files.content
    await this.book.overBut(editorKey, hiddenMark(sha256))
    const outcome = isNew ? ('recovered' as const) : ('known' as const)
    return { outcome, sha256, fileType, writtenAt }
  }
}

/** Nobody is let into it any more, and no save of what is unsaved in it is on its way: that needs nothing of what lies there. */
async function isStranded({ documentId, editorKey }: DocumentKey): Promise<boolean> {
  const document = await Document.findOrFail(documentId)
  if (document.editorKey === editorKey) return false
  return isLeftUnsaved(await DocumentKey.findByOrFail({ editorKey }))
}
