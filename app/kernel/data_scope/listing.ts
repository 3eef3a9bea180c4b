import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Shape, Shaped } from '../http/shape.js'
import type { ListQuery } from '../http/list_query.js'
import type { ListColumn } from './listing_columns.js'
import type { AnyFilter, ListFilter, RangeFilter } from './listing_filters.js'

export interface ListingDefinition<
  Row extends Shape,
  Filters extends Record<string, AnyFilter>,
  Sort extends string,
> {
  /** Shape of a listed row; every member needs its column. */
  row: Row
  /** Attribute of the model that each member is read from, or a column with a conversion. */
  columns: { [Name in keyof Shaped<Row>]: string | ListColumn }
  filters?: Filters
  /** Members that a client may sort by. */
  sorts: readonly Sort[]
  /** As in the `sort` parameter, such as `-createdAt,name`. */
  defaultSort: string
}

type FilterValues<Filters> = {
  [
    Name in keyof Filters as Filters[Name] extends ListFilter<never> ? Name : never
  ]?: Filters[Name] extends ListFilter<infer Value> ? Value : never
}

type RangeValues<Filters, Edge extends string> = {
  [
    Name in keyof Filters & string as Filters[Name] extends RangeFilter<never>
      ? `${Name}${Edge}`
      : never
  ]?: Filters[Name] extends RangeFilter<infer Value> ? Value : never
}

export type ListingQuery<Filters> = ListQuery &
  FilterValues<Filters> &
  RangeValues<Filters, 'From'> &
  RangeValues<Filters, 'To'>

export interface Page<Row> {
  items: Row[]
  /** `null` when it was not asked for */
  total: number | null
  /** Present when `total` was counted up to its cap only; `true` when there are more. */
  totalCapped?: boolean
  /** `null` when read by cursor */
  page: number | null
  pageSize: number
  nextCursor: string | null
}

export interface ListingOptions {
  /** A transaction to read within. */
  client?: QueryClientContract
}
