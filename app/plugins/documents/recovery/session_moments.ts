import type { LucidModel, LucidRow, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import type DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import DocumentLoss from '../models/document_loss.js'
import DocumentOpening from '../models/document_opening.js'
import DocumentOwedWork from '../models/document_owed_work.js'
import DocumentSave from '../models/document_save.js'
import DocumentVersion from '../models/document_version.js'

export interface Stamped {
  row: LucidRow
  name: string
  /** In milliseconds. */
  at: number
}

/** By the document server's clock, plans, and moments of which it counts alone whether there is one, are none of these. */
const OF_OWED = ['createdAt', 'lostAt']
const OF_LOSS = ['createdAt', 'missingAt']
const CREATED = ['createdAt']

/**
 * What was stamped here of a session, in any table, as far as one moment is compared with another. Of what may be many
 * only what is later than `nowMs`, and the last before.
 */
export async function momentsOfSession(key: DocumentKey, nowMs: number): Promise<Stamped[]> {
  const { editorKey } = key
  const openings = await DocumentOpening.query().where({ editorKey })
  const owed = await DocumentOwedWork.described().where({ editorKey })
  const losses = await DocumentLoss.query().where({ editorKey })
  const saves = await lastOf(() => DocumentSave.query().where({ editorKey }), nowMs)
  const versions = await lastOf(() => DocumentVersion.described().where({ editorKey }), nowMs)
  const entries = await lastOf(() => entriesOf(key), nowMs)
  return [
    ...[key, ...openings].flatMap((row) => momentsOf(row)),
    ...owed.flatMap((row) => momentsOf(row, OF_OWED)),
    ...losses.flatMap((row) => momentsOf(row, OF_LOSS)),
    ...[...saves, ...versions, ...entries].flatMap((row) => momentsOf(row, CREATED)),
  ]
}

/** Those that name no session may be of any of the document. */
function entriesOf({ id: keyId, documentId }: DocumentKey) {
  return DocumentLog.query()
    .where({ documentId })
    .where((its) => void its.where({ keyId }).orWhereNull('keyId'))
    .select('id', 'createdAt')
}

async function lastOf<Model extends LucidModel>(
  rows: () => ModelQueryBuilderContract<Model>,
  nowMs: number
): Promise<InstanceType<Model>[]> {
  const now = toStored(nowMs)
  const later = await rows().where('createdAt', '>', now)
  const last = await rows().where('createdAt', '<=', now).orderBy('createdAt', 'desc').first()
  return last ? [last, ...later] : later
}

function momentsOf(row: LucidRow, names = Object.keys(row.$attributes)): Stamped[] {
  return names.flatMap((name) => {
    const value: unknown = row.$attributes[name]
    return DateTime.isDateTime(value) ? [{ row, name, at: +value }] : []
  })
}
