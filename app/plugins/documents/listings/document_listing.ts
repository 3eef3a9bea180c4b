import { defineListing, between, label, type ListFilter } from '#kernel/listing/main'
import { amongRows } from '#kernel/data_scope/main'
import { User } from '#plugins/identity/main'
import Document from '../models/document.js'
import { LEVELS } from '../levels.js'
import { documentsSharedWith, type Member } from '../models/reach/effective_shares.js'
import { documentsSubmittedTo } from '../rights/open_reviews.js'
import { listedDocumentShape } from '../transformers/document_transformer.js'
import { documentFilters } from './document_filters.js'

/** Not in the trash. */
const there: ListFilter<true> = ({ column }) => ({
  sql: `${column('deletedAt')} is null`,
  bindings: [],
})

/** Under review by a handler. */
const submittedTo: ListFilter<number> = ({ column, dialect }, handlerId) =>
  amongRows(column('id'), documentsSubmittedTo(handlerId), dialect)

/** Shared with somebody who does not own it, also where they reach it in other ways. */
const sharedWith: ListFilter<Member> = ({ column, dialect }, member) => {
  const shared = documentsSharedWith(member, LEVELS, dialect)
  const { sql, bindings } = amongRows(column('id'), shared, dialect)
  const own = column('ownerId')
  return { sql: `(${own} is null or ${own} <> ?) and ${sql}`, bindings: [member.id, ...bindings] }
}

const editing: ListFilter<'true' | 'false'> = ({ column }, wanted) => ({
  sql: `(case when ${column('editing')} like '[]' then 'false' else 'true' end) = ?`,
  bindings: [wanted],
})

export const documentListing = defineListing(Document, {
  row: listedDocumentShape,
  columns: { ownerName: label(() => User, 'nickname', 'ownerId') },
  filters: {
    there,
    submittedTo,
    sharedWith,
    editing,
    ...documentFilters,
    createdAt: between('createdAt'),
    updatedAt: between('updatedAt'),
  },
  sorts: ['id', 'title', 'fileType', 'status', 'versionNo', 'createdAt', 'updatedAt'],
  defaultSort: '-updatedAt',
})
