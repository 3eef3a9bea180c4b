import {
  defineListing,
  instant,
  label,
  between,
  equals,
  type ListFilter,
} from '#kernel/listing/main'
import { User } from '#plugins/identity/main'
import Document from '../models/document.js'
import { deletedShape } from '../transformers/trash_transformer.js'
import { documentFilters, same } from './columns.js'

const deleted: ListFilter<true> = ({ column }) => ({
  sql: `${column('deletedAt')} is not null`,
  bindings: [],
})

export const trashListing = defineListing(Document, {
  row: deletedShape,
  columns: {
    ...same('id', 'title', 'fileType', 'status', 'ownerId', 'departmentId'),
    ...same('versionNo', 'deletedBy'),
    deletedByName: label(() => User, 'nickname', 'deletedBy'),
    deletedAt: instant('deletedAt'),
  },
  filters: {
    deleted,
    ...documentFilters,
    deletedBy: equals<number>('deletedBy'),
    deletedAt: between('deletedAt'),
  },
  sorts: ['id', 'title', 'fileType', 'deletedAt'],
  defaultSort: '-deletedAt',
})
