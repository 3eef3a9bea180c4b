import type { Dialect } from '#kernel/database/main'
import type { CountMode } from '#kernel/contracts/main'
import type { RawRow } from './listing_plan.js'
import { quote, type Predicate } from '#kernel/data_scope/main'

export interface Count {
  total: number | null
  totalCapped?: boolean
}

const CAP = 1_000
/** What rows carry the total as; no member of a list is called so. */
const TOTAL = '#total'

/** @param matching the `from` and `where` of what is counted */
export function countStatement({ sql, bindings }: Predicate, mode: CountMode): Predicate {
  if (mode === 'exact') return { sql: `select count(*) as total ${sql}`, bindings }
  const upToCap = `select 1 as one ${sql} limit ${CAP + 1}`
  return { sql: `select count(*) as total from (${upToCap}) as counted`, bindings }
}

/** A column that holds the total in every row; the database counts once. */
export function totalColumn(counting: Predicate, dialect: Dialect): Predicate {
  const { sql, bindings } = dialect === 'postgres' ? plannedForItsValues(counting) : counting
  return { sql: `(${sql}) as ${quote(TOTAL, dialect)}`, bindings }
}

/**
 * From a statement's sixth time on PostgreSQL may plan it for no values in particular, where it expects that to be no
 * dearer: a total it takes for cheaper so would decide for the page, which then reads as many rows as the total. The
 * other case is never run; but it falls away only where the values are known, and is dearer than anything.
 */
function plannedForItsValues({ sql, bindings }: Predicate): Predicate {
  const dearest = 'select count(*) from generate_series(1, 1000000000000)'
  return {
    sql: `case when ?::boolean then (${sql}) else (${dearest}) end`,
    bindings: ['true', ...bindings],
  }
}

/** The total as rows carry it; `null` where none does. */
export function totalIn([row]: readonly RawRow[]): number | null {
  const total = row?.[TOTAL]
  return total === undefined ? null : Number(total)
}

/** The total, if the page is the last one; otherwise `null`. */
export function totalByEnd(
  read: number,
  { after, offset, limit }: { after: unknown; offset: number; limit: number }
): number | null {
  const ends = read <= limit && (read > 0 || offset === 0)
  return after === null && ends ? offset + read : null
}

export function countOf(total: number, mode: CountMode): Count {
  if (mode === 'exact') return { total }
  return { total: Math.min(total, CAP), totalCapped: total > CAP }
}
