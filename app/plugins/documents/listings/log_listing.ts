import { defineListing, equals, type ListFilter } from '#kernel/listing/main'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import { logShape } from '../transformers/log_transformer.js'

const except: ListFilter<readonly LogAction[]> = ({ column }, actions) => ({
  sql: `${column('action')} not in (${actions.map(() => '?').join(', ')})`,
  bindings: [...actions],
})

export const logListing = defineListing(DocumentLog, {
  row: logShape,
  filters: { documentId: equals<number>('documentId'), action: equals<string>('action'), except },
  sorts: ['id', 'createdAt'],
  defaultSort: '-id',
})
