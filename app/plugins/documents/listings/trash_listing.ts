import { defineListing } from '#kernel/data_scope/listing'
import { instant, label } from '#kernel/data_scope/listing_columns'
import { anyContains, between, contains, equals } from '#kernel/data_scope/listing_filters'
import type { ListFilter } from '#kernel/data_scope/listing_filters'
import { User } from '#plugins/identity/main'
import Document from '../models/document.js'
import { deletedShape } from '../transformers/trash_transformer.js'

const deleted: ListFilter<true> = ({ column }) => ({
  sql: `${column('deletedAt')} is not null`,
  bindings: [],
})

export const trashListing = defineListing(Document, {
  row: deletedShape,
  columns: {
    id: 'id',
    title: 'title',
    fileType: 'fileType',
    status: 'status',
    versionNo: 'versionNo',
    ownerId: 'ownerId',
    departmentId: 'departmentId',
    deletedBy: 'deletedBy',
    deletedByName: label(() => User, 'nickname', 'deletedBy'),
    deletedAt: instant('deletedAt'),
  },
  filters: {
    deleted,
    keyword: anyContains(['title']),
    title: contains('title'),
    fileType: equals<string>('fileType'),
    status: equals<string>('status'),
    ownerId: equals<number>('ownerId'),
    departmentId: equals<number>('departmentId'),
    deletedBy: equals<number>('deletedBy'),
    deletedAt: between('deletedAt'),
  },
  sorts: ['id', 'title', 'fileType', 'deletedAt'],
  defaultSort: '-deletedAt',
})
