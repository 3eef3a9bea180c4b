import { createHash } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#kernel/state/clock'
import type { Callback } from '../editor/callback.js'
import type Document from '../models/document.js'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import type { Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { changesOf } from '../versions/save_order.js'

/** Within this time what comes again without a history is a retry. */
const RETRIED_MS = 600_000

/** So many failures in a row are looked through for whoever was told already. */
const LOOKED_THROUGH = 50

export interface FailedSave {
  author: Author
  /** All whose work it carries, as found before anything of its session is ended. */
  contributors: readonly number[]
  /** Whether the session ends with it. */
  final: boolean
  /** Whether it is no save of the session, but a form that somebody submitted. */
  isForm?: boolean
}

type Transaction = TransactionClientContract

export function actionOf({ final, isForm }: FailedSave) {
  if (isForm) return 'form_rejected' as const
  return final ? ('save_failed' as const) : ('forced_save_failed' as const)
}

/** What becomes of saves, and of forms. */
const OF_SAVES: LogAction[] = ['saved', 'save_unchanged', 'save_failed', 'forced_save_failed']
const OF_FORMS: LogAction[] = ['form_submitted', 'form_rejected']

/** A history may be long, so its mark is noted in its stead. */
export async function noteFailure(
  callback: Callback,
  failed: FailedSave,
  more: Record<string, unknown>,
  trx: Transaction
): Promise<void> {
  const { documentId, payload } = callback
  const { author, contributors } = failed
  const detail = { status: payload.status, contributors, mark: markOf(callback), ...more }
  await noteInLog(documentId, { action: actionOf(failed), author, detail }, trx)
}

/** Whoever was not told when the same failed before; `null` where everybody was. */
export async function untoldOf(
  { id }: Document,
  callback: Callback,
  failed: FailedSave,
  trx: Transaction
): Promise<number[] | null> {
  const before = await failuresBefore(id, failed, trx)
  const isOpen = !failed.final && !failed.isForm
  const same = isOpen ? before : before.filter((entry) => isRetried(entry, callback))
  const told = new Set(same.flatMap(({ operatorId, detail }) => [operatorId, ...toldIn(detail)]))
  const untold = failed.contributors.filter((userId) => !told.has(userId))
  return untold.length > 0 || same.length === 0 ? untold : null
}

function toldIn(detail: DocumentLog['detail']): unknown[] {
  return Array.isArray(detail?.contributors) ? detail.contributors : []
}

/** As the last things that became of its saves, newest first. */
async function failuresBefore(
  documentId: number,
  failed: FailedSave,
  trx: Transaction
): Promise<DocumentLog[]> {
  const last = await DocumentLog.query({ client: trx })
    .where({ documentId })
    .whereIn('action', failed.isForm ? OF_FORMS : OF_SAVES)
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH)
  const end = last.findIndex(({ action }) => action !== actionOf(failed))
  return end === -1 ? last : last.slice(0, end)
}

function isRetried({ detail, createdAt }: DocumentLog, callback: Callback): boolean {
  if (detail?.mark !== markOf(callback)) return false
  return hasChanges(callback) || clock.now() - +createdAt < RETRIED_MS
}

function hasChanges({ payload }: Callback): boolean {
  return changesOf({ history: historyOf(payload) }).length > 0
}

/** By which the same work is known again. */
function markOf({ editorKey, payload }: Callback): string {
  const changes = changesOf({ history: historyOf(payload) })
  return createHash('sha256')
    .update(JSON.stringify([editorKey, changes]))
    .digest('hex')
}

function historyOf({ history }: Callback['payload']) {
  return history ? { changes: history.changes } : null
}
