import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Output } from '../editor/output_download.js'
import Document from '../models/document.js'
import type DocumentKey from '../models/document_key.js'
import { remainsNotice } from '../notices/failure_notices.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { FileStore } from '#plugins/files/main'
import { endFailed } from '../saves/keep_failed_save.js'
import { KeepRemains, unknownOf } from '../saves/remains.js'
import { whenWritten } from '../saves/when_written.js'
import type { FoundSave } from '../sessions/hidden_saves.js'
import type { Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'
import { LossBook } from './loss_book.js'
import { hiddenMark } from './losses.js'
import { LostFiles } from './lost_files.js'
import { SessionPeople } from './session_people.js'
import { UntoldWork } from './untold_work.js'

export interface BroughtRemains extends FoundSave {
  outcome: 'recovered' | 'known'
  sha256: string
}

interface Arrived {
  file: Output
  author: Author
  contributors: readonly number[]
  /** Whether its session is. */
  isOver: boolean
}

const ACTION = 'save_failed'

/**
 * Brings here what lies in the store of lost saves, of which the document server had said that it could not write it well.
 * It is kept as if it had come with that word: with the log, and never as a version.
 */
@inject()
export class BringRemains {
  constructor(
    private readonly lost: LostFiles,
    private readonly store: FileStore,
    private readonly keep: KeepRemains,
    private readonly people: SessionPeople,
    private readonly untold: UntoldWork,
    private readonly tell: TellAuthors,
    private readonly book: LossBook
  ) {}

  /**
   * @returns `null` when there is none any more
   * @throws whatever keeps it from being fetched or recorded this time
   */
  async handle(key: DocumentKey, isOver: boolean): Promise<BroughtRemains | null> {
    await using file = await this.lost.fetchAny(key.editorKey)
    if (!file) return null
    const { author, contributors } = await this.people.ofFailed(key)
    const arrived = { file, author, contributors, isOver }
    const kept = await this.#record(key, arrived)
    await this.book.overBut(key.editorKey, hiddenMark(file.sha256))
    if (kept === 'marked') await this.untold.of(key.editorKey)
    if (kept === 'unmarked') await this.#tell(key, contributors)
    const { sha256, extension: fileType, writtenAt: assembledAt, aheadMs } = file
    const { writtenAt } = whenWritten({ assembledAt, aheadMs, modifiedAt: null })
    return { outcome: kept === 'known' ? 'known' : 'recovered', sha256, fileType, writtenAt }
  }

  /** @returns whether its key is marked, until people are told */
  async #record(
    key: DocumentKey,
    { file, author, contributors, isOver }: Arrived
  ): Promise<'known' | 'marked' | 'unmarked'> {
    const { extension, mimeType } = file
    const one = { blob: await this.store.keep(file), part: 'content' as const, extension, mimeType }
    return db.transaction(async (trx) => {
      const document = await lockedDocument(key.documentId, trx)
      if ((await unknownOf([one], key, ACTION, trx)).length === 0) return 'known'
      const noted = { status: STATUS, contributors, keyId: key.id, reason: REASON }
      await noteInLog(document.id, { action: ACTION, author, detail: noted }, trx)
      const entry = { action: ACTION, author, detail: { status: STATUS } } as const
      await this.keep.handle(document, one, { key, entry }, trx)
      if (!isOver || key.abandonedAt) return 'unmarked'
      await endFailed(document, key, trx)
      return 'marked'
    })
  }

  async #tell({ documentId }: DocumentKey, contributors: readonly number[]): Promise<void> {
    const document = await Document.findOrFail(documentId)
    await this.tell.send(contributors, document, remainsNotice(document.title))
  }
}

/** As the document server said it. */
const STATUS = 3

const REASON = 'It lay with the document server, which had said that it could not write it well'
