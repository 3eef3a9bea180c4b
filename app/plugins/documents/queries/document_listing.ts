import { defineListing } from '#kernel/data_scope/listing'
import { instant, json } from '#kernel/data_scope/listing_columns'
import { anyContains, between, contains, equals } from '#kernel/data_scope/listing_filters'
import type { ListFilter } from '#kernel/data_scope/listing_filters'
import Document from '../models/document.js'
import { documentShape } from '../transformers/document_transformer.js'

/** What is deleted is kept a while, but not shown. */
const there: ListFilter<true> = ({ column }) => ({
  sql: `${column('deletedAt')} is null`,
  bindings: [],
})

/** Submitted to a handler: waiting for their review, or reviewed by them. */
const submittedTo: ListFilter<number> = ({ column }, handlerId) => ({
  sql: `${column('id')} in (select document_id from document_reviews where handler_id = ? and (closed_at is null or decided_at is not null))`,
  bindings: [handlerId],
})

const edited: ListFilter<'true' | 'false'> = ({ column }, wanted) => ({
  sql: `(case when ${column('editing')} like '[]' then 'false' else 'true' end) = ?`,
  bindings: [wanted],
})

export const documentListing = defineListing(Document, {
  row: documentShape,
  columns: {
    id: 'id',
    title: 'title',
    fileType: 'fileType',
    status: 'status',
    latestFileId: 'latestFileId',
    versionNo: 'versionNo',
    ownerId: 'ownerId',
    departmentId: 'departmentId',
    editing: json('editing'),
    createdAt: instant('createdAt'),
    updatedAt: instant('updatedAt'),
  },
  filters: {
    there,
    submittedTo,
    editing: edited,
    keyword: anyContains(['title']),
    title: contains('title'),
    fileType: equals<string>('fileType'),
    status: equals<string>('status'),
    ownerId: equals<number>('ownerId'),
    departmentId: equals<number>('departmentId'),
    createdAt: between('createdAt'),
    updatedAt: between('updatedAt'),
  },
  sorts: ['id', 'title', 'fileType', 'status', 'versionNo', 'createdAt', 'updatedAt'],
  defaultSort: '-updatedAt',
})
