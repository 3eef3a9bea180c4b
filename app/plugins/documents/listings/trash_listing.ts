import { defineListing, label, between, equals, type ListFilter } from '#kernel/listing/main'
import { User } from '#plugins/identity/main'
import Document from '../models/document.js'
import { deletedShape } from '../transformers/trash_transformer.js'
import { documentFilters } from './document_filters.js'

const deleted: ListFilter<true> = ({ column }) => ({
  sql: `${column('deletedAt')} is not null`,
  bindings: [],
})

export const trashListing = defineListing(Document, {
  row: deletedShape,
  columns: {
    deletedByName: label(() => User, 'nickname', 'deletedBy'),
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
