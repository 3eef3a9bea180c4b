import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLoss from '../models/document_loss.js'
import DocumentOpening from '../models/document_opening.js'
import { vanishedNotice } from '../notices/lost_session_notice.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { ToldOnce } from '../notices/told_once.js'
import { owedIsTold } from '../sessions/owed_work.js'
import { noteInLog } from '../versions/document_log.js'
import { LossBook } from './loss_book.js'
import { LostFiles } from './lost_files.js'
import { SessionPeople } from './session_people.js'
import { isSettled } from './settled_loss.js'
import { DAY_MS } from '../spans.js'

/** So often, and for so long, a save must be missing: a document server that cannot read its store takes it for empty. */
const SWEEPS = 3
const MISSING_MS = DAY_MS
/** Where it names nothing at all, of several that were known. */
const ALL_MISSING_MS = 7 * DAY_MS

/**
 * Work that the document server kept, and names no more without its having come. Once that has lasted it is taken for
 * gone, and those whose it is are told.
 */
@inject()
export class VanishedLosses {
  constructor(
    private readonly book: LossBook,
    private readonly files: LostFiles,
    private readonly people: SessionPeople,
    private readonly tell: TellAuthors,
    private readonly once: ToldOnce,
    private readonly logger: Logger
  ) {}

  /**
   * @param kept under which keys something lies there
   * @returns how many are missing
   */
  async handle(kept: ReadonlySet<string>): Promise<number> {
    await this.book.clearSaved()
    await this.book.found(kept)
    return actAsSystem('tell of work that is kept no more', async () => {
      const unnamed = await Array.fromAsync(this.book.missingFrom(kept))
      const isBlind = kept.size === 0 && (await areSeveral(unnamed))
      const longestMs = isBlind ? ALL_MISSING_MS : MISSING_MS
      let missing = 0
      for (const loss of unnamed) if (await this.#endAlone(loss, longestMs)) missing++
      return missing
    })
  }

  /** Whatever happens to one, the others are looked after. */
  async #endAlone(loss: DocumentLoss, longestMs: number): Promise<boolean> {
    const { id, documentId, editorKey, missed } = loss
    try {
      return await this.once.run(`loss:${editorKey}`, () => this.#isMissing(id, missed, longestMs))
    } catch (error) {
      this.logger.error({ err: error, documentId }, 'a lost save could not be looked after')
      return true
    }
  }

  /**
   * Looked up anew: another node may have told of it meanwhile.
   *
   * @param seen how often it was missed before: another sweep at the same time counts it once
   */
  async #isMissing(id: number, seen: number, longestMs: number): Promise<boolean> {
    const loss = await DocumentLoss.find(id)
    if (!loss) return false
    const isOver = (await isSettled(loss)) || (await this.#isGoneForGood(loss, seen, longestMs))
    if (isOver) await this.book.over(loss.editorKey)
    return !isOver && loss.missingAt !== null
  }

  /** @returns whether it is believed, and told */
  async #isGoneForGood(loss: DocumentLoss, seen: number, longestMs: number): Promise<boolean> {
    if (!(await this.#isGone(loss))) return false
    if (loss.missed === seen) await this.#note(loss)
    return isBelieved(loss, longestMs) && (await this.#isTold(loss))
  }

  async #note(loss: DocumentLoss): Promise<void> {
    const { documentId, editorKey, missingAt } = loss
    await this.book.missed(loss)
    if (missingAt) return
    const about = { documentId, editorKey }
    this.logger.warn(
      about,
      'a lost save is not named any more; can the document server read its store?'
    )
  }

  /**
   * Not where it came to lie there since, nor where somebody has opened it: then their session has it. What is named was
   * asked for all of them just now.
   */
  async #isGone({ editorKey, createdAt }: DocumentLoss): Promise<boolean> {
    const inside = DocumentOpening.query()
      .where({ editorKey })
      .whereNull('endedAt')
      .where('joinedAt', '>', toStored(createdAt))
    if (await inside.first()) return false
    return !(await this.files.hasAny(editorKey))
  }

  async #isTold({ documentId, editorKey, userIds: theirs }: DocumentLoss): Promise<boolean> {
    const key = await DocumentKey.findByOrFail({ editorKey })
    const userIds = theirs ?? (await this.people.concerned(key))
    const document = await Document.findOrFail(documentId)
    if (!(await this.tell.send(userIds, document, vanishedNotice(document)))) return false
    this.logger.warn({ documentId, editorKey, userIds }, 'a lost save is kept over there no more')
    await noteInLog(documentId, {
      action: 'session_lost',
      detail: { userIds, wasUnsaved: true },
    })
    await owedIsTold(editorKey)
    return true
  }
}

function isBelieved({ missed, missingAt }: DocumentLoss, longestMs: number): boolean {
  return missed >= SWEEPS && clock.now() - +missingAt! >= longestMs
}

async function areSeveral(losses: readonly DocumentLoss[]): Promise<boolean> {
  let open = 0
  for (const loss of losses) if (!(await isSettled(loss)) && ++open > 1) return true
  return false
}
