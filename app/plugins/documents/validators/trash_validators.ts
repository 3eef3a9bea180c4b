import { instantRange, listQuery, idParameter } from '#kernel/contracts/main'
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
