import type { Listing, ListingQuery } from '#kernel/data_scope/listing'

/** All rows of a list, for one that is small enough to be shown whole. */
export async function everyRow<Row, Filters>(
  listing: Listing<Row, Filters>,
  query: ListingQuery<Filters>
): Promise<Row[]> {
  return Array.fromAsync(listing.stream(query))
}
