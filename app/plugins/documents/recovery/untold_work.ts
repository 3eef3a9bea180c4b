import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { identifiersIn } from '#kernel/http/query_parameters'
import type { Notice } from '#kernel/notices/notices'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import { abandonedNotice, remainsNotice } from '../notices/failure_notices.js'
import { takenBackNotice } from '../notices/lost_session_notice.js'
import { TellAuthors } from '../notices/tell_authors.js'
import { ToldOnce } from '../notices/told_once.js'
import { contributorsIn } from './refused_people.js'
import { SessionPeople } from './session_people.js'

interface Telling {
  userIds: readonly number[]
  notice: Notice
}

const AT_ONCE = 100

/** So far back its end is looked for in a document's log. */
const LOOKED_THROUGH = 100

/**
 * Tells of sessions whose work was given up, came badly written, or was taken back: their keys are marked as they end, in
 * the same transaction, and until people are told.
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
    const told = key.state === 'taken_back' ? { state: 'replaced' } : { goneAt: null }
    await DocumentKey.query().where('id', key.id).update(told)
  }

  /** `null` where nothing was noted, as long ago. */
  async #tellingOf(key: DocumentKey, document: Document): Promise<Telling | null> {
    const entry = await endOf(key)
    if (!entry) return null
    const { title } = document
    const { action, detail, operatorName, versionNo } = entry
    if (action === 'save_failed')
      return { userIds: contributorsIn(detail), notice: remainsNotice(title) }
    if (action === 'closed_unsaved')
      return {
        userIds: userIdsIn(detail),
        notice: takenBackNotice(title, versionNo!, beganIn(detail)),
      }
    const kept = keptIn(detail)
    const notice = abandonedNotice(title, operatorName ?? 'Somebody', kept, versionNo)
    return { userIds: await this.people.concerned(key), notice }
  }
}

async function endOf(key: DocumentKey): Promise<DocumentLog | null> {
  const { id, documentId } = key
  const action = actionOf(key)
  const entries = await DocumentLog.query()
    .where({ documentId, action })
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH)
  return entries.find(({ detail }) => detail?.keyId === id && !detail.part) ?? null
}

function actionOf({ state, abandonedAt }: DocumentKey): LogAction {
  if (state === 'taken_back') return 'closed_unsaved'
  return abandonedAt ? 'work_abandoned' : 'save_failed'
}

function userIdsIn(detail: DocumentLog['detail']): number[] {
  return Array.isArray(detail?.userIds) ? identifiersIn(detail.userIds) : []
}

function beganIn(detail: DocumentLog['detail']): number | null {
  return typeof detail?.began === 'number' ? detail.began : null
}

function keptIn(detail: DocumentLog['detail']) {
  const kept = detail?.kept
  return kept === 'version' || kept === 'file' ? kept : 'nothing'
}

/** Looked for apart: each kind has an index of its own. */
async function untoldAfter(id: number): Promise<DocumentKey[]> {
  const found = [
    ...(await firstAfter(takenBack(DocumentKey.query()), id)),
    ...(await firstAfter(gone(DocumentKey.query()), id)),
  ]
  return found.sort((one, other) => one.id - other.id).slice(0, AT_ONCE)
}

function firstAfter(keys: KeyQuery, id: number): Promise<DocumentKey[]> {
  return keys.where('id', '>', id).orderBy('id').limit(AT_ONCE).exec()
}

function untoldKeys() {
  return DocumentKey.query().where((untold) => {
    void takenBack(untold).orWhere((ended) => void gone(ended))
  })
}

type KeyQuery = ModelQueryBuilderContract<typeof DocumentKey, DocumentKey>

function takenBack(keys: KeyQuery): KeyQuery {
  return keys.where('state', 'taken_back')
}

function gone(keys: KeyQuery): KeyQuery {
  return keys.whereNotNull('goneAt').where((ended) => {
    void ended.where('state', 'failed').orWhereNotNull('abandonedAt')
  })
}
