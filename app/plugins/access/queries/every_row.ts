import type { Listing, ListingQuery } from '#kernel/listing/main'

/** All rows of a list, for one that is small enough to be shown whole. */
export async function everyRow<Row, Filters>(
  listing: Listing<Row, Filters>,
  query: ListingQuery<Filters>
): Promise<Row[]> {
  return Array.fromAsync(listing.stream(query))
}
