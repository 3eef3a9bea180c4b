import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLoss from '../models/document_loss.js'
import DocumentOpening from '../models/document_opening.js'
import { vanishedNotice } from '../notices/lost_session_notice.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { ToldOnce } from '../notices/told_once.js'
import { noteInLog } from '../versions/document_log.js'
import { LossBook } from './loss_book.js'
import { LostFiles } from './lost_files.js'
import { SessionPeople } from './session_people.js'

/** Work that the document server kept, and keeps no more without its having come: whose it is are told. */
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

  /** @param kept under which keys something lies there */
  async handle(kept: ReadonlySet<string>): Promise<void> {
    await this.book.clearSaved()
    await actAsSystem('tell of work that is kept no more', async () => {
      for await (const loss of this.book.missingFrom(kept)) await this.#endAlone(loss)
    })
  }

  /** Whatever happens to one, the others are looked after. */
  async #endAlone({ id, documentId, editorKey }: DocumentLoss): Promise<void> {
    try {
      await this.once.run(`loss:${editorKey}`, () => this.#end(id))
    } catch (error) {
      this.logger.error({ err: error, documentId }, 'a lost save could not be looked after')
    }
  }

  /** Looked up anew: another node may have told of it meanwhile. */
  async #end(id: number): Promise<void> {
    const loss = await DocumentLoss.find(id)
    if (!loss) return
    const { editorKey } = loss
    const key = await DocumentKey.findByOrFail({ editorKey })
    const isOver = isSettled(key, loss) || ((await this.#isGone(loss)) && (await this.#isTold(key)))
    if (isOver) await this.book.over(editorKey)
  }

  /** Not where it came to lie there since, nor where somebody has opened it: then their session has it. */
  async #isGone({ editorKey, createdAt }: DocumentLoss): Promise<boolean> {
    const inside = DocumentOpening.query()
      .where({ editorKey })
      .whereNull('endedAt')
      .where('joinedAt', '>', toStored(createdAt))
    if (await inside.first()) return false
    return (await this.files.among([editorKey])).length === 0
  }

  async #isTold(key: DocumentKey): Promise<boolean> {
    const { documentId, editorKey } = key
    const userIds = await this.people.concerned(key)
    const document = await Document.findOrFail(documentId)
    if (!(await this.tell.send(userIds, document, vanishedNotice(document)))) return false
    this.logger.warn({ documentId, editorKey, userIds }, 'a lost save is kept over there no more')
    await noteInLog(documentId, {
      action: 'session_lost',
      detail: { userIds, wasUnsaved: true },
    })
    return true
  }
}

/** A save that came since has it in it, and of what was given up everybody was told. */
function isSettled({ settledAt, abandonedAt }: DocumentKey, { createdAt }: DocumentLoss): boolean {
  return abandonedAt !== null || (settledAt !== null && settledAt > createdAt)
}
