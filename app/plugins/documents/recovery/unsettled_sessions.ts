import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { HOUR_MS } from '../spans.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentOwedWork from '../models/document_owed_work.js'
import { unsettledNotice } from '../notices/lost_session_notice.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { ToldOnce } from '../notices/told_once.js'
import { owedIsTold, refusedIsTold } from '../sessions/owed_work.js'
import { noteInLog } from '../versions/document_log.js'
import { LossBook } from './loss_book.js'
import { LostFiles } from './lost_files.js'
import { isOpenStill, stillOwedTo } from './owed_works.js'

/** So long what was not heard, or was refused, may still come by itself. */
const ON_ITS_WAY_MS = HOUR_MS / 2

/** So long it is waited for where the document server does not say what it keeps. */
const UNKNOWN_MS = 12 * HOUR_MS

/**
 * Sessions that were settled without somebody's work, as far as anybody can know, and last saves that were refused and
 * came no more: those whose work it may be are told, once.
 */
@inject()
export class UnsettledSessions {
  constructor(
    private readonly lost: LostFiles,
    private readonly book: LossBook,
    private readonly tell: TellAuthors,
    private readonly once: ToldOnce,
    private readonly logger: Logger
  ) {}

  /** @returns of how many sessions somebody was told */
  async handle(): Promise<number> {
    return actAsSystem('tell of work that has not come', async () => {
      const owing = [...Map.groupBy(await untoldBriefly(), ({ editorKey }) => editorKey)]
      const due = owing.filter(([, works]) => works.every(isDue))
      const kept = await this.#keptAmong(due.map(([editorKey]) => editorKey))
      let told = 0
      for (const [editorKey, works] of due) {
        if (kept ? kept.has(editorKey) : !works.every(isOld)) continue
        if (await this.#endOnce(editorKey)) told += 1
      }
      return told
    })
  }

  /** Of these something lies with the document server, or did: it is brought back, or told of, by itself. */
  async #keptAmong(editorKeys: readonly string[]): Promise<ReadonlySet<string> | null> {
    const known = await this.book.knownUnder(editorKeys)
    try {
      const named = await this.lost.among(editorKeys)
      return new Set([...named, ...known.map(({ editorKey }) => editorKey)])
    } catch (error) {
      if (!(error instanceof E_UNAVAILABLE)) throw error
      this.logger.warn({ why: error.message }, 'it is not known whether work that is owed is kept')
      return null
    }
  }

  /** Whatever happens to one, the others are told of. */
  async #endOnce(editorKey: string): Promise<boolean> {
    try {
      return await this.once.run(`owed:${editorKey}`, () => this.#end(editorKey))
    } catch (error) {
      this.logger.error(
        { err: error, editorKey },
        'people are told later of work that has not come'
      )
      return false
    }
  }

  /** Looked up anew: another node may have told of it meanwhile. */
  async #end(editorKey: string): Promise<boolean> {
    const works = await untold().where({ editorKey })
    if (!works.every(isDue)) return false
    const owed = new Map<DocumentOwedWork, readonly number[]>()
    for (const work of works) {
      if (await isOpenStill(work)) return false
      const userIds = await stillOwedTo(work, works)
      if (userIds.length > 0) owed.set(work, userIds)
      else await work.delete()
    }
    return owed.size > 0 && this.#tellAll(editorKey, owed)
  }

  /** Whoever is known to have changed something is told that, and nothing less certain besides. */
  async #tellAll(editorKey: string, owed: Owed): Promise<boolean> {
    const key = await DocumentKey.findByOrFail({ editorKey })
    const isRefused = ({ mark }: DocumentOwedWork) => mark !== null
    const [refused, others] = [peopleOf(owed, isRefused), peopleOf(owed, (one) => !isRefused(one))]
    const rest = others.filter((id) => !refused.includes(id))
    const isTold = (await this.#tell(key, refused, true)) && (await this.#tell(key, rest, false))
    if (isTold) await owedIsTold(editorKey)
    return isTold
  }

  async #tell(key: DocumentKey, userIds: number[], wasRefused: boolean): Promise<boolean> {
    if (userIds.length === 0) return true
    const { id: keyId, documentId, editorKey } = key
    const document = await Document.findOrFail(documentId)
    if (!(await this.tell.send(userIds, document, unsettledNotice(document, { wasRefused }))))
      return false
    const about = { documentId, editorKey, userIds, wasUnsaved: wasRefused }
    this.logger.warn(about, 'work of a session has not come')
    const detail = { userIds, wasUnsaved: wasRefused, keyId }
    await noteInLog(documentId, { action: 'session_lost', detail })
    if (wasRefused) await refusedIsTold(editorKey)
    return true
  }
}

type Owed = ReadonlyMap<DocumentOwedWork, readonly number[]>

function peopleOf(owed: Owed, among: (work: DocumentOwedWork) => boolean): number[] {
  return [...new Set([...owed].flatMap(([work, userIds]) => (among(work) ? userIds : [])))]
}

/** Oldest first. */
function untold() {
  return DocumentOwedWork.query().whereNull('toldAt').orderBy('id')
}

/** Without histories, which may be long. */
function untoldBriefly(): Promise<DocumentOwedWork[]> {
  return untold().select('id', 'editorKey', 'createdAt').exec()
}

const isDue = ({ createdAt }: DocumentOwedWork) => clock.now() - +createdAt >= ON_ITS_WAY_MS
const isOld = ({ createdAt }: DocumentOwedWork) => clock.now() - +createdAt >= UNKNOWN_MS
