import { between, contains, defineListing, equals, label } from '#kernel/listing/main'
import { User } from '#plugins/identity/main'
import AuditEntry from '../models/audit_entry.js'
import { entryDetailShape, entryShape } from '../transformers/entry_shape.js'
import { detail } from './details.js'

const columns = {
  actorName: label(() => User, 'nickname', 'actorId'),
  type: 'subjectType',
  name: detail('name'),
  sealed: { attribute: 'sealNo', consume: (no: unknown) => no !== null },
} as const

/** What people within reach did; what the service did by itself is for who reaches everybody. */
export const entryListing = defineListing(AuditEntry, {
  row: entryShape,
  columns,
  filters: {
    actorId: equals<number>('actorId'),
    action: equals<string>('action'),
    type: equals<string>('subjectType'),
    subjectId: equals<string>('subjectId'),
    outcome: equals<string>('outcome'),
    reason: equals<string>('reason'),
    permission: equals<string>('permission'),
    operation: contains('operation'),
    address: equals<string>('address'),
    requestId: equals<string>('requestId'),
    createdAt: between('createdAt'),
  },
  sorts: ['id', 'createdAt'],
  defaultSort: '-id',
})

/** With what changed. */
export const entryDetails = defineListing(AuditEntry, {
  row: entryDetailShape,
  columns: { ...columns, before: detail('before'), after: detail('after') },
  sorts: ['id'],
  defaultSort: '-id',
})
