import { defineListing } from '#kernel/data_scope/listing'
import { instant, json, type ListColumn } from '#kernel/data_scope/listing_columns'
import { equals, type ListFilter } from '#kernel/data_scope/listing_filters'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import { logShape } from '../transformers/log_transformer.js'

const except: ListFilter<readonly LogAction[]> = ({ column }, actions) => ({
  sql: `${column('action')} not in (${actions.map(() => '?').join(', ')})`,
  bindings: [...actions],
})

/** Of saves that failed the history was noted as well once, and everybody's name for each change. */
const detail: ListColumn = {
  ...json('detail'),
  consume: (raw) => brief(json('detail').consume!(raw)),
}

export const logListing = defineListing(DocumentLog, {
  row: logShape,
  columns: {
    id: 'id',
    action: 'action',
    operatorId: 'operatorId',
    operatorName: 'operatorName',
    versionNo: 'versionNo',
    detail,
    createdAt: instant('createdAt'),
  },
  filters: { documentId: equals<number>('documentId'), action: equals<string>('action'), except },
  sorts: ['id', 'createdAt'],
  defaultSort: '-id',
})

function brief(noted: unknown): unknown {
  if (typeof noted !== 'object' || noted === null || !('history' in noted)) return noted
  const { history: _history, users: _users, ...rest } = noted as Record<string, unknown>
  return rest
}
