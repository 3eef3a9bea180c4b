/** Declared lists: columns, filters, order, count and pages. */
export { decodeCursor, encodeCursor, refuseCursor } from './cursor.js'
export { columnFor, labelsOf } from './labels.js'
export { Listing, type ListingQuery, defineListing } from './listing.js'
export { flag, instant, json, label, linkedIds, number } from './listing_columns.js'
export {
  type FilterContext,
  type ListFilter,
  among,
  anyContains,
  between,
  contains,
  equals,
} from './listing_filters.js'
