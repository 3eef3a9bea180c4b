import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { clock } from '#kernel/state/clock'
import { DocumentNotices } from '../notices/document_notices.js'
import { TellAuthors } from '../notices/tell_authors.js'
import type Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLoss from '../models/document_loss.js'
import { ToldOnce } from '../notices/told_once.js'
import { LossBook } from './loss_book.js'
import { STRANDED, UNANSWERED, UNLISTED, type Loss } from './losses.js'
import { Menders } from './menders.js'
import { SessionPeople } from './session_people.js'

/** Of those who look after the editor so many are told, where they are many. */
const ENOUGH_MENDERS = 20

/**
 * Tells of work that stays with the document server: whose it is, and then who can do something about it. What the
 * latter read names keys, and is for nobody else.
 */
@inject()
export class ReportLoss {
  constructor(
    private readonly book: LossBook,
    private readonly tell: TellAuthors,
    private readonly people: SessionPeople,
    private readonly menders: Menders,
    private readonly notices: DocumentNotices,
    private readonly once: ToldOnce,
    private readonly logger: Logger
  ) {}

  /** Noted each time, told once for each loss, whoever meets it. */
  handle(key: DocumentKey, document: Document, loss: Loss): Promise<void> {
    return this.#alone(key, async () => this.#tellOf(await this.#note(key, loss), document))
  }

  /** The same of what may be known better at the next sweep: noted at the first, and told from then on. */
  later(key: DocumentKey, document: Document, loss: Loss): Promise<void> {
    return this.#alone(key, async () => {
      const known = await DocumentLoss.findBy({ editorKey: key.editorKey })
      if (known) await this.#tellOf(known, document)
      else await this.#note(key, loss)
    })
  }

  /** The same where those whose work it is were told just now. */
  toMenders(key: DocumentKey, document: Document, loss: Loss): Promise<void> {
    return this.#alone(key, async () => {
      const noted = await this.#note(key, loss)
      if (noted.mark === loss.mark) await this.book.told(noted)
      await this.#tellOf(noted, document)
    })
  }

  async #note(key: DocumentKey, loss: Loss): Promise<DocumentLoss> {
    const noted = await this.book.note(key, loss)
    const { documentId, reason, attempts, retryAt } = noted
    const about = { documentId, reason, attempts, retryAt: retryAt?.toISO() }
    this.logger.warn(about, 'work stays with the document server')
    return noted
  }

  /** Goes on with telling where it was left. */
  tellOf(met: DocumentLoss, document: Document): Promise<void> {
    return this.#alone(met, async () => {
      const loss = await DocumentLoss.find(met.id)
      if (loss) await this.#tellOf(loss, document)
    })
  }

  #alone(loss: Pick<DocumentLoss, 'editorKey'>, work: () => Promise<void>): Promise<void> {
    return this.once.run(`loss:${loss.editorKey}`, work)
  }

  async #tellOf(loss: DocumentLoss, document: Document): Promise<void> {
    if (clock.now() < +loss.tellFrom) return
    if (!loss.toldAt && !(await this.#tellPeople(loss, document))) return
    if (loss.mendersAfter !== null) await this.#tellMenders(loss, loss.mendersAfter, document)
  }

  async #tellPeople(loss: DocumentLoss, document: Document): Promise<boolean> {
    const { editorKey, body } = loss
    const key = await DocumentKey.findByOrFail('editorKey', editorKey)
    const title = titlesOf(loss).people
    const userIds = loss.userIds ?? (await this.people.concerned(key))
    const isTold = await this.tell.send(userIds, document, { title, body })
    if (isTold) await this.book.told(loss)
    return isTold
  }

  /** Where people are many they are asked by and by, at each sweep where the last one stopped. */
  async #tellMenders(loss: DocumentLoss, after: number, document: Document): Promise<void> {
    const { ids, next } = await this.menders.after(after, ENOUGH_MENDERS - loss.mendersTold)
    if (ids.length > 0 && !(await this.#send(ids, loss, document))) return
    const mendersTold = loss.mendersTold + ids.length
    const mendersAfter = mendersTold >= ENOUGH_MENDERS ? null : next
    await loss.merge({ mendersTold, mendersAfter }).save()
    if (mendersAfter !== null || mendersTold > 0) return
    const { documentId, editorKey, remedy } = loss
    this.logger.warn({ documentId, editorKey, remedy }, 'nobody is told of a lost save')
  }

  #send(ids: readonly number[], loss: DocumentLoss, document: Document): Promise<boolean> {
    const body = `${loss.remedy} Its key there is ${loss.editorKey}, document ${document.id}.`
    return this.notices.send(ids, document, { title: titlesOf(loss).menders, body })
  }
}

const TITLES = {
  people: 'Changes of yours are not here yet',
  menders: 'A save stays with the document server',
}

const UNLISTED_TITLES = {
  people: 'Changes of yours may not have arrived',
  menders: 'A save may lie with the document server',
}

const STRANDED_TITLES = {
  people: 'Changes of yours are not saved yet',
  menders: 'Changes stay with the document server',
}

function titlesOf({ mark }: DocumentLoss) {
  if (mark === STRANDED) return STRANDED_TITLES
  return mark === UNLISTED || mark === UNANSWERED ? UNLISTED_TITLES : TITLES
}
