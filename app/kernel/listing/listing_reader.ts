import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { dialectOf, type Dialect, isUnstorable, runPrepared } from '#kernel/database/main'
import { E_VALIDATION } from '#kernel/errors/main'
import { parseSort, type CountMode, type SortKey } from '#kernel/contracts/main'
import { currentActing } from '#kernel/acting/main'
import { refuseCursor } from './cursor.js'
import { orderBy, rowsAfter, type KeyValue, type SortColumn } from './keyset.js'
import type { ListColumn } from './listing_columns.js'
import {
  countOf,
  countStatement,
  totalIn,
  totalByEnd,
  totalColumn,
  type Count,
} from './listing_count.js'
import type { AnyFilter, ListFilter } from './listing_filters.js'
import { ListingPlan, type RawRow } from './listing_plan.js'
import { nullableOf } from './nullable_columns.js'
import { listPredicateFor, type Predicate, tableScopeOf } from '#kernel/data_scope/main'
import { say } from '#kernel/languages/main'

export interface ListingSource {
  /** Where each member of a row is read from. */
  columns: Record<string, ListColumn>
  filters?: Record<string, AnyFilter>
  /** A condition that every row of the list meets, such as not to be deleted. */
  only?: ListFilter<void>
  /** Members that a client may sort by. */
  sorts: readonly string[]
  /** As in the `sort` parameter, such as `-createdAt,name`. */
  defaultSort: string
}

export interface Window {
  after: KeyValue[] | null
  offset: number
  limit: number
}

const DEEPEST_OFFSET = 1_000_000
const plans = new WeakMap<ListingSource, Map<Dialect, ListingPlan>>()

/** Writes and runs the statements of one reading of a list: made anew for each, when it is known who acts. */
export class ListingReader {
  readonly plan: ListingPlan
  readonly sort: readonly SortKey[]
  readonly #where: string
  readonly #bindings: Predicate['bindings']
  readonly #joins = new Set<string>()
  readonly #scope: Predicate | null

  constructor(
    model: LucidModel,
    readonly source: ListingSource,
    readonly client: QueryClientContract,
    query: Record<string, unknown>
  ) {
    this.plan = planFor(model, source, dialectOf(client))
    this.sort = this.#totalOrder(
      (query.sort as readonly SortKey[] | undefined) ?? parseSort(source.defaultSort)
    )
    this.#scope = bothOf(scopeOf(this.plan), source.only?.(this.plan.context(this.#joins)))
    const conditions = [...this.#filters(query), ...(this.#scope ? [this.#scope] : [])]
    this.#where = conditions.map(({ sql }) => sql).join(' and ')
    this.#bindings = conditions.flatMap(({ bindings }) => bindings)
  }

  /** One row more than `limit` where there are more. */
  async read({
    mode,
    ...window
  }: Window & { mode: CountMode }): Promise<{ rows: RawRow[]; count: Count }> {
    if (window.offset > DEEPEST_OFFSET) refuseDepth()
    if (mode === 'none') return { rows: await this.#rows(window), count: { total: null } }

    const counting = countStatement(this.#matching(), mode)
    const rows = await this.#rows(window, this.#countsAlong() ? counting : undefined)
    const known = totalIn(rows) ?? totalByEnd(rows.length, window)
    return { rows, count: countOf(known ?? (await this.#total(counting)), mode) }
  }

  async one(id: number): Promise<RawRow[]> {
    const { plan } = this
    const conditions = [`${plan.key.sql} = ?`, this.#scope?.sql].filter(Boolean).join(' and ')
    const sql = `${plan.select} ${plan.from(this.#joins)} where ${conditions}`
    return runPrepared(this.client, plan.dialect, {
      sql,
      bindings: [id, ...(this.#scope?.bindings ?? [])],
    })
  }

  /** @param counting counts along with the page, into a column of every row */
  statement({
    after,
    offset,
    limit,
    nullable,
    counting,
  }: Window & { nullable: ReadonlySet<string>; counting?: Predicate }): Predicate {
    const { plan } = this
    const columns = this.sort.map((key) => sortColumn(plan, key, nullable))
    const from = after && rowsAfter(columns, after, plan.dialect)
    const where = [this.#where, from?.sql].filter(Boolean).join(' and ')
    const joins = [
      ...this.#joins,
      ...this.sort.flatMap(({ name }) => plan.columns.get(name)?.join ?? []),
    ]
    const total = counting && totalColumn(counting, plan.dialect)
    const select = total ? `${plan.select}, ${total.sql}` : plan.select
    return {
      sql: `${select} ${plan.from(joins)}${where && ` where ${where}`} ${orderBy(columns)} limit ?${after ? '' : ' offset ?'}`,
      bindings: [
        ...(total?.bindings ?? []),
        ...this.#bindings,
        ...(from?.bindings ?? []),
        limit,
        ...(after ? [] : [offset]),
      ],
    }
  }

  async #rows(window: Window, counting?: Predicate): Promise<RawRow[]> {
    const { plan, client, sort } = this
    const nullable = window.after
      ? await nullableOf(
          client,
          sort.map(({ name }) => plan.columns.get(name)!)
        )
      : NONE
    const statement = this.statement({ ...window, limit: window.limit + 1, nullable, counting })
    if (!window.after) return runPrepared(client, plan.dialect, statement)
    return runPrepared(client, plan.dialect, statement).catch((error: unknown) =>
      isUnstorable(error) ? refuseCursor() : Promise.reject(error)
    )
  }

  /** What is counted: as the page's rows, but with those joins alone that conditions need. */
  #matching(): Predicate {
    const where = this.#where && ` where ${this.#where}`
    return { sql: `${this.plan.from(this.#joins)}${where}`, bindings: this.#bindings }
  }

  async #total(counting: Predicate): Promise<number> {
    const [row] = await runPrepared(this.client, this.plan.dialect, counting)
    return Number(row!.total)
  }

  *#filters(query: Record<string, unknown>): Generator<Predicate> {
    const context = this.plan.context(this.#joins)
    for (const [name, filter] of Object.entries(this.source.filters ?? {})) {
      const ways =
        typeof filter === 'function' ? { '': filter } : { From: filter.from, To: filter.to }
      for (const [edge, way] of Object.entries(ways)) {
        const value = query[`${name}${edge}`]
        if (value !== undefined && value !== null)
          yield (way as ListFilter<unknown>)(context, value)
      }
    }
  }

  /** Ends with the primary key, in the direction of the last column so that one index serves both. */
  #totalOrder(keys: readonly SortKey[]): readonly SortKey[] {
    const key = this.plan.keyName
    const end = keys.findIndex(({ name }) => name === key)
    if (end >= 0) return keys.slice(0, end + 1)
    return [...keys, { name: key, descending: keys.at(-1)?.descending ?? false }]
  }

  /** One statement costs less than two; but SQLite stops the process while it counts, and a page may tell by its end. */
  #countsAlong(): boolean {
    return this.plan.dialect !== 'sqlite'
  }
}

const NONE: ReadonlySet<string> = new Set()

function planFor(model: LucidModel, source: ListingSource, dialect: Dialect): ListingPlan {
  const known = plans.get(source) ?? new Map<Dialect, ListingPlan>()
  plans.set(source, known)
  const plan = known.get(dialect) ?? new ListingPlan(model, source.columns, dialect)
  known.set(dialect, plan)
  return plan
}

function scopeOf(plan: ListingPlan): Predicate | null {
  const scope = tableScopeOf(plan.model)
  return scope && listPredicateFor(scope, currentActing(), plan.dialect)
}

function bothOf(scope: Predicate | null, only: Predicate | undefined): Predicate | null {
  if (!scope || !only) return scope ?? only ?? null
  return {
    sql: `${scope.sql} and ${only.sql}`,
    bindings: [...scope.bindings, ...only.bindings],
  }
}

function sortColumn(
  plan: ListingPlan,
  { name, descending }: SortKey,
  nullable: ReadonlySet<string>
): SortColumn {
  const column = plan.columns.get(name)
  if (!column) throw new E_VALIDATION(say`This list cannot be sorted by "${name}"`)
  return { sql: column.sql, descending, nullable: nullable.has(column.sql) }
}

function refuseDepth(): never {
  throw new E_VALIDATION(undefined, {
    errors: [
      {
        field: 'page',
        rule: 'depth',
        message: 'The page lies too deep; follow nextCursor instead',
      },
    ],
  })
}
