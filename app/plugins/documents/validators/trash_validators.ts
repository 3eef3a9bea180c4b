import { instantRange, listQuery } from '#kernel/http/list_query'
import { idParameter } from '#kernel/http/query_parameters'
import { trashListing } from '../listings/trash_listing.js'
import { documentFilters } from './document_validators.js'

export const trashListValidator = listQuery({
  sorts: trashListing.sorts,
  filters: {
    ...documentFilters(),
    deletedBy: idParameter().optional(),
    ...instantRange('deletedAt'),
  },
})
