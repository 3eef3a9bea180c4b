import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { TObject } from 'typebox'
import type { LucidModel, ModelAttributes } from '@adonisjs/lucid/types/model'
import type { Shaped, ListQuery } from '#kernel/contracts/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { decodeCursor, encodeCursor } from './cursor.js'
import type { KeyValue } from './keyset.js'
import { columnsOf, type ListColumn } from './listing_columns.js'
import type { AnyFilter, ListFilter, RangeFilter } from './listing_filters.js'
import type { RawRow } from './listing_plan.js'
import { ListingReader, type ListingSource } from './listing_reader.js'

type Attribute<Model extends LucidModel> = string & keyof ModelAttributes<InstanceType<Model>>

/** Where members are read from; those called as an attribute of the model need no entry. */
type Columns<Model extends LucidModel, Name extends PropertyKey> = {
  [Own in Name & Attribute<Model>]?: Attribute<Model> | ListColumn
} & { [Other in Exclude<Name, Attribute<Model>>]: Attribute<Model> | ListColumn }

type GivenColumns<Given> = {} extends Given ? { columns?: Given } : { columns: Given }

export type ListingDefinition<
  Model extends LucidModel,
  Row extends TObject,
  Filters extends Record<string, AnyFilter>,
  Sort extends string,
> = GivenColumns<Columns<Model, keyof Shaped<Row>>> & {
  /** Shape of a listed row. Each member is read from the attribute of the same name, unless `columns` names another. */
  row: Row
  filters?: Filters
  only?: ListingSource['only']
  sorts: readonly Sort[]
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

const DEFAULT_PAGE_SIZE = 20
const BATCH = 1_000

export class Listing<Row, Filters, Sort extends string = string> {
  readonly sorts: readonly Sort[]

  constructor(
    readonly model: LucidModel,
    readonly source: ListingSource
  ) {
    this.sorts = source.sorts as readonly Sort[]
  }

  /**
   * One page. A cursor goes before `page`, and then the total is counted only when `count` asks for it.
   *
   * @throws E_VALIDATION for a cursor of another sort, or a page that lies too deep
   */
  async page(query: ListingQuery<Filters>, options: ListingOptions = {}): Promise<Page<Row>> {
    const reader = this.#reader(query, options)
    const pageSize = query.pageSize ?? DEFAULT_PAGE_SIZE
    const page = query.cursor === undefined ? (query.page ?? 1) : null
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, reader.sort)
    const mode = query.count ?? (after ? 'none' : 'exact')

    const { rows, count } = await reader.read({
      after,
      offset: ((page ?? 1) - 1) * pageSize,
      limit: pageSize,
      mode,
    })
    const more = rows.length > pageSize
    if (more) rows.pop()
    const nextCursor = more ? encodeCursor(reader.sort, keysOf(rows.at(-1)!, reader)) : null
    return { items: this.#listed(rows, reader), ...count, page, pageSize, nextCursor }
  }

  /**
   * Every row of the list, in order, in constant memory: batches by cursor, so no connection is held while the
   * consumer is slow. The reach is that of the operator who acts when this is called.
   */
  stream(query: ListingQuery<Filters>, options: ListingOptions = {}): AsyncGenerator<Row> {
    return this.#batches(this.#reader(query, options))
  }

  /** The listed row with an id; `null` where there is none within reach. */
  async find(id: number, options: ListingOptions = {}): Promise<Row | null> {
    const reader = this.#reader({} as ListingQuery<Filters>, options)
    const rows = await reader.one(id)
    return this.#listed(rows, reader)[0] ?? null
  }

  /**
   * The listed row with an id.
   *
   * @throws E_NOT_FOUND where there is none within reach
   */
  async findOrFail(id: number, message?: string): Promise<Row> {
    const row = await this.find(id)
    if (!row) throw new E_NOT_FOUND(message)
    return row
  }

  /** The statement of a page, for `EXPLAIN`. */
  statement(query: ListingQuery<Filters>, options: ListingOptions = {}) {
    const limit = query.pageSize ?? DEFAULT_PAGE_SIZE
    return this.#reader(query, options).statement({
      after: null,
      offset: 0,
      limit,
      nullable: new Set(),
    })
  }

  async *#batches(reader: ListingReader): AsyncGenerator<Row> {
    let after: KeyValue[] | null = null
    do {
      const { rows }: { rows: RawRow[] } = await reader.read({
        after,
        offset: 0,
        limit: BATCH,
        mode: 'none',
      })
      const more = rows.length > BATCH
      if (more) rows.pop()
      after = more ? keysOf(rows.at(-1)!, reader) : null
      yield* this.#listed(rows, reader)
    } while (after)
  }

  #reader(query: ListingQuery<Filters>, { client }: ListingOptions): ListingReader {
    const connection = this.model.$adapter.modelConstructorClient(this.model, client && { client })
    return new ListingReader(this.model, this.source, connection, query as Record<string, unknown>)
  }

  #listed(rows: readonly RawRow[], { plan }: ListingReader): Row[] {
    return rows.map((row) => plan.listed(row) as Row)
  }
}

/**
 * A list of one model's rows, read as plain rows by prepared statements and always within the reach of the acting operator.
 *
 * ```ts
 * const users = defineListing(User, {
 *   row: userRow,
 *   columns: { departmentName: label(() => Department, 'name', 'departmentId') },
 *   filters: { username: contains('username'), createdAt: between('createdAt') },
 *   sorts: ['username', 'createdAt'],
 *   defaultSort: '-createdAt',
 * })
 * ```
 *
 * What the database gives is converted to what the shape promises: an instant to ISO 8601, for example.
 */
export function defineListing<
  Model extends LucidModel,
  Row extends TObject,
  Filters extends Record<string, AnyFilter> = {},
  Sort extends string = string,
>(
  model: Model,
  { row, columns, ...source }: ListingDefinition<Model, Row, Filters, Sort>
): Listing<Shaped<Row>, Filters, Sort> {
  return new Listing(model, { ...source, columns: columnsOf(row, columns) })
}

function keysOf(row: RawRow, reader: ListingReader): KeyValue[] {
  return reader.sort.map(({ name }) => row[name] as KeyValue)
}
