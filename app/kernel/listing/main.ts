/** Declared lists: columns, filters, order, count and pages. */
export { decodeCursor, encodeCursor, refuseCursor } from './cursor.js'
export { columnFor, labelsOf } from './labels.js'
export { Listing, type ListingQuery, type Page, defineListing } from './listing.js'
export {
  type LabelSource,
  type LinkSource,
  type ListColumn,
  label,
  linkedIds,
} from './listing_columns.js'
export {
  type AnyFilter,
  type FilterContext,
  type ListFilter,
  type RangeFilter,
  among,
  anyContains,
  atLeast,
  atMost,
  between,
  contains,
  equals,
  inSearchText,
  isEmpty,
  searchTextContains,
  within,
} from './listing_filters.js'
