import type { Dialect } from '#kernel/database/main'
import type { Predicate } from '#kernel/data_scope/main'

export type KeyValue = string | number | boolean | Date | null

export interface SortColumn {
  readonly sql: string
  readonly descending: boolean
  readonly nullable: boolean
}

export function orderBy(columns: readonly SortColumn[]): string {
  return `order by ${columns.map(({ sql, descending }) => `${sql} ${descending ? 'desc' : 'asc'}`).join(', ')}`
}

/** The rows that come after the one with these values; the last column is unique. */
export function rowsAfter(
  columns: readonly SortColumn[],
  values: readonly KeyValue[],
  dialect: Dialect
): Predicate {
  return bounded(columns, values, dialect) ?? { sql: '1 = 0', bindings: [] }
}

function rowsFrom(
  columns: readonly SortColumn[],
  values: readonly KeyValue[],
  dialect: Dialect
): Predicate | null {
  const [column, ...others] = columns
  const [value, ...further] = values
  const past = beyond(column!, value!, dialect)
  if (others.length === 0) return past

  const rest = rowsFrom(others, further, dialect)
  const tied = rest && and(same(column!, value!), rest)
  return past && tied ? either(past, tied) : (past ?? tied)
}

/**
 * An `or` over several columns finds no index by itself, so the bound that every branch implies is said once more
 * in front of it.
 */
function bounded(
  columns: readonly SortColumn[],
  values: readonly KeyValue[],
  dialect: Dialect
): Predicate | null {
  const rows = rowsFrom(columns, values, dialect)
  const [column] = columns
  const [value] = values
  if (!rows || columns.length === 1 || value === null || endsInNulls(column!, dialect)) return rows

  const bound = {
    sql: `${column!.sql} ${column!.descending ? '<=' : '>='} ?`,
    bindings: [bindable(value!)],
  }
  return and(bound, rows)
}

function beyond(column: SortColumn, value: KeyValue, dialect: Dialect): Predicate | null {
  const { sql, descending } = column
  if (value === null)
    return nullsLast(descending, dialect) ? null : { sql: `${sql} is not null`, bindings: [] }

  const past = { sql: `${sql} ${descending ? '<' : '>'} ?`, bindings: [bindable(value)] }
  return endsInNulls(column, dialect) ? either(past, { sql: `${sql} is null`, bindings: [] }) : past
}

function same({ sql }: SortColumn, value: KeyValue): Predicate {
  if (value === null) return { sql: `${sql} is null`, bindings: [] }
  return { sql: `${sql} = ?`, bindings: [bindable(value)] }
}

/** PostgreSQL takes null for the greatest value, the others for the least. */
function nullsLast(descending: boolean, dialect: Dialect): boolean {
  return dialect === 'postgres' ? !descending : descending
}

function endsInNulls({ nullable, descending }: SortColumn, dialect: Dialect): boolean {
  return nullable && nullsLast(descending, dialect)
}

function and(left: Predicate, right: Predicate): Predicate {
  return { sql: `${left.sql} and ${right.sql}`, bindings: [...left.bindings, ...right.bindings] }
}

function either(left: Predicate, right: Predicate): Predicate {
  return { sql: `(${left.sql} or ${right.sql})`, bindings: [...left.bindings, ...right.bindings] }
}

function bindable(value: Exclude<KeyValue, null>): Predicate['bindings'][number] {
  return typeof value === 'boolean' ? Number(value) : value
}
