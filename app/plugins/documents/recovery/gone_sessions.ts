import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { Openings } from '../live/openings.js'
import { UNFINISHED } from '../live/session_traces.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import { lostSessionNotice } from '../notices/lost_session_notice.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { ToldOnce } from '../notices/told_once.js'
import { noteInLog } from '../versions/document_log.js'
import { LostFiles } from './lost_files.js'
import { SessionPeople } from './session_people.js'

const AT_ONCE = 50

/** Sessions that the document server knows no more and of which no last save came: those who were inside are told. */
@inject()
export class GoneSessions {
  constructor(
    private readonly lost: LostFiles,
    private readonly people: SessionPeople,
    private readonly tell: TellAuthors,
    private readonly once: ToldOnce,
    private readonly openings: Openings,
    private readonly logger: Logger
  ) {}

  /** @returns of how many somebody was told */
  async handle(): Promise<number> {
    let [told, ended, after] = [0, 0, 0]
    for (;;) {
      const gone = await goneAfter(after)
      for (const key of await this.#unkept(gone)) {
        const outcome = await this.once.run(`gone:${key.editorKey}`, () => this.#end(key.id))
        if (outcome === 'told') told += 1
        if (outcome !== 'later') ended += 1
      }
      if (gone.length < AT_ONCE || ended >= AT_ONCE) return told
      after = gone.at(-1)!.id
    }
  }

  /** Looked up anew: another node may have told of it meanwhile. */
  async #end(id: number): Promise<'told' | 'nobody' | 'later'> {
    const key = await goneKeys().where({ id }).first()
    if (!key) return 'nobody'
    const userIds = await this.people.atRisk(key)
    if (userIds.length > 0 && !(await this.#tell(key, userIds))) return 'later'
    await this.openings.endLost(key)
    await DocumentKey.query().where('id', key.id).update({ goneAt: null, unsavedAt: null })
    return userIds.length > 0 ? 'told' : 'nobody'
  }

  async #tell(key: DocumentKey, userIds: readonly number[]): Promise<boolean> {
    const { documentId, editorKey, unsavedAt } = key
    const document = await Document.findOrFail(documentId)
    const wasUnsaved = unsavedAt !== null
    const notice = lostSessionNotice(document, wasUnsaved)
    if (!(await this.tell.send(userIds, document, notice))) return false
    this.logger.warn(
      { documentId, editorKey, userIds, wasUnsaved },
      'a session ended over there without a word'
    )
    const detail = { userIds, wasUnsaved, keyId: key.id }
    await noteInLog(documentId, { action: 'session_lost', detail })
    return true
  }

  /**
   * What is kept in the store of forgotten files is brought back instead, and must not hide the others. Where that cannot
   * be learnt now, nobody is told yet.
   */
  async #unkept(gone: readonly DocumentKey[]): Promise<DocumentKey[]> {
    try {
      const kept = new Set(await this.lost.among(gone.map(({ editorKey }) => editorKey)))
      return gone.filter(({ editorKey }) => !kept.has(editorKey))
    } catch (error) {
      if (error instanceof E_UNAVAILABLE) return []
      throw error
    }
  }
}

function goneAfter(id: number): Promise<DocumentKey[]> {
  return goneKeys().where('id', '>', id).orderBy('id').limit(AT_ONCE)
}

function goneKeys() {
  return DocumentKey.query()
    .whereNotNull('goneAt')
    .whereNull('abandonedAt')
    .whereIn('state', [...UNFINISHED])
}
