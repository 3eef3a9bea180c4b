import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import type { Notice } from '#kernel/notices/notices'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import { abandonedNotice, remainsNotice } from '../notices/failure_notices.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { ToldOnce } from '../notices/told_once.js'
import { contributorsIn, SessionPeople } from './session_people.js'

interface Telling {
  userIds: readonly number[]
  notice: Notice
}

const AT_ONCE = 100

/** So far back its end is looked for in a document's log. */
const LOOKED_THROUGH = 100

/**
 * Tells of sessions whose work was given up, or came badly written: their keys are marked as they end, in the same
 * transaction, and until people are told.
 */
@inject()
export class UntoldWork {
  constructor(
    private readonly people: SessionPeople,
    private readonly tell: TellAuthors,
    private readonly once: ToldOnce,
    private readonly logger: Logger
  ) {}

  /** What fails is made up for by `rest`. */
  async of(editorKey: string): Promise<void> {
    try {
      await actAsSystem('tell people of their work', () =>
        this.once.run(`end:${editorKey}`, () => this.#tell(editorKey))
      )
    } catch (error) {
      this.logger.error({ err: error }, 'people are told later how a session ended')
    }
  }

  async rest(): Promise<void> {
    let after = 0
    let untold: DocumentKey[]
    do {
      untold = await untoldAfter(after)
      for (const { editorKey } of untold) await this.of(editorKey)
      after = untold.at(-1)?.id ?? after
    } while (untold.length === AT_ONCE)
  }

  async #tell(editorKey: string): Promise<void> {
    const key = await untoldKeys().where({ editorKey }).first()
    if (!key) return
    const document = await Document.findOrFail(key.documentId)
    const telling = await this.#tellingOf(key, document)
    if (telling && !(await this.tell.send(telling.userIds, document, telling.notice))) return
    await DocumentKey.query().where('id', key.id).update({ goneAt: null })
  }

  /** `null` where nothing was noted, as long ago. */
  async #tellingOf(key: DocumentKey, { title }: Document): Promise<Telling | null> {
    const entry = await endOf(key)
    if (!entry) return null
    const { action, detail, operatorName, versionNo } = entry
    if (action === 'save_failed')
      return { userIds: contributorsIn(detail), notice: remainsNotice(title) }
    const kept = keptIn(detail)
    const notice = abandonedNotice(title, operatorName ?? 'Somebody', kept, versionNo)
    return { userIds: await this.people.concerned(key), notice }
  }
}

async function endOf({ id, documentId, abandonedAt }: DocumentKey): Promise<DocumentLog | null> {
  const action = abandonedAt ? 'work_abandoned' : 'save_failed'
  const entries = await DocumentLog.query()
    .where({ documentId, action })
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH)
  return entries.find(({ detail }) => detail?.keyId === id) ?? null
}

function keptIn(detail: DocumentLog['detail']) {
  const kept = detail?.kept
  return kept === 'version' || kept === 'file' ? kept : 'nothing'
}

function untoldAfter(id: number): Promise<DocumentKey[]> {
  return untoldKeys().where('id', '>', id).orderBy('id').limit(AT_ONCE)
}

function untoldKeys() {
  const keys = DocumentKey.query().whereNotNull('goneAt')
  return keys.where((ended) => {
    void ended.where('state', 'failed').orWhereNotNull('abandonedAt')
  })
}
