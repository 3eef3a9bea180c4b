import { idsParameter, keywordParameter, listQuery } from '#kernel/contracts/main'
import { directoryListing } from '../queries/directory.js'

const MOST_IDS = 200

export const peopleValidator = listQuery({
  sorts: directoryListing.sorts,
  filters: { keyword: keywordParameter(), ids: idsParameter(MOST_IDS).optional() },
})
