import { type DateTime } from 'luxon'
import { foldText, toStored, type Dialect } from '#kernel/database/main'
import { oneOfIds, type Predicate } from '#kernel/data_scope/main'

export interface FilterContext {
  readonly dialect: Dialect
  /** The quoted column behind a listed name or an attribute of the model. */
  column(name: string): string
}

/**
 * The condition a filter's value makes. Its text must not depend on the value, for statements are prepared once;
 * values go into `bindings`.
 */
export interface ListFilter<Value> {
  (context: FilterContext, value: Value): Predicate
}

/** Two filters, `nameFrom` and `nameTo`, both inclusive. */
export interface RangeFilter<Value> {
  readonly from: ListFilter<Value>
  readonly to: ListFilter<Value>
}

export type AnyFilter = ListFilter<never> | RangeFilter<never>

/** MySQL compares as the column does, and names of accounts do so exactly; said of the pattern, it holds for both. */
const LIKE: Record<Dialect, string> = {
  postgres: 'ilike ?',
  mysql: 'like convert(? using utf8mb4) collate utf8mb4_unicode_ci',
  sqlite: 'like ?',
}

/** Both sides are folded, so bytes are compared. */
const LIKE_FOLDED: Record<Dialect, string> = {
  postgres: 'like ?',
  mysql: 'like convert(? using utf8mb4) collate utf8mb4_bin',
  sqlite: 'like ?',
}

type Scalar = string | number | boolean

export function equals<Value extends Scalar = Scalar>(name: string): ListFilter<Value> {
  return ({ column }, value) => ({ sql: `${column(name)} = ?`, bindings: [bindable(value)] })
}

/** One of several ids. */
export function among(name: string): ListFilter<readonly number[]> {
  return ({ column, dialect }, ids) =>
    ids.length === 0 ? { sql: '1 = 0', bindings: [] } : oneOfIds(column(name), ids, dialect)
}

/** Contains the text, in capitals or not; `%` and `_` stand for themselves. */
export function contains(name: string): ListFilter<string> {
  return anyContains([name])
}

/** Any of the columns contains the text. */
export function anyContains(names: readonly string[]): ListFilter<string> {
  return ({ column, dialect }, text) => {
    const like = LIKE[dialect]
    const pattern = patternOf(text)
    return {
      sql: `(${names.map((name) => `${column(name)} ${like} escape '!'`).join(' or ')})`,
      bindings: names.map(() => pattern),
    }
  }
}

/** The attribute `searchText` of the model, a column by `@searchText()`, contains the keyword. */
export const inSearchText: ListFilter<string> = ({ column, dialect }, keyword) =>
  searchTextContains(column('searchText'), keyword, dialect)

/**
 * The condition that a column by `@searchText()` contains a keyword.
 *
 * @param column as the statement names it
 * @param except how many of the column's values, the last ones, are not searched
 */
export function searchTextContains(
  column: string,
  keyword: string,
  dialect: Dialect,
  except = 0
): Predicate {
  const pattern = `${patternOf(foldText(keyword))}${'\n%'.repeat(except)}`
  return { sql: `${column} ${LIKE_FOLDED[dialect]} escape '!'`, bindings: [pattern] }
}

/** Between two moments. */
export function between(name: string): RangeFilter<DateTime> {
  return {
    from: ({ column }, moment) => ({ sql: `${column(name)} >= ?`, bindings: [toStored(moment)] }),
    to: ({ column }, moment) => ({ sql: `${column(name)} <= ?`, bindings: [toStored(moment)] }),
  }
}

/** Between two values that the database compares as they are. */
export function within<Value extends string | number = string | number>(
  name: string
): RangeFilter<Value> {
  return {
    from: ({ column }, value) => ({ sql: `${column(name)} >= ?`, bindings: [value] }),
    to: ({ column }, value) => ({ sql: `${column(name)} <= ?`, bindings: [value] }),
  }
}

/** At least a number. */
export function atLeast(name: string): ListFilter<number> {
  return within<number>(name).from
}

/** At most a number. */
export function atMost(name: string): ListFilter<number> {
  return within<number>(name).to
}

/** Rows of which an attribute has no value; for the `only` of a listing. */
export function isEmpty(name: string): ListFilter<void> {
  return ({ column }) => ({ sql: `${column(name)} is null`, bindings: [] })
}

function patternOf(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`
}

function bindable(value: Scalar): string | number {
  return typeof value === 'boolean' ? Number(value) : value
}
