import type { Dialect } from '#kernel/database/main'
import { LARGEST_ID } from '#kernel/contracts/main'
import type { Acting, Reach } from '#kernel/acting/main'
import { furtherRows, type FurtherRows } from './further_reach.js'
import { oneOfManyIds } from './id_bits.js'
import type { TableScope } from './scope_registry.js'

type Rows = Extract<Reach, { kind: 'rows' }>

const FEW_DEPARTMENTS = 20

export interface Predicate {
  /** Condition with `?` where bindings go; its text depends on the kind of reach and the database alone, but for ids written into it. */
  readonly sql: string
  readonly bindings: readonly (string | number | Date)[]
}

interface Scoped {
  scope: TableScope
  acting: Acting
  qualifier: string
  dialect: Dialect
  listed: boolean
}

export const nobody: Predicate = Object.freeze({ sql: '1 = 0', bindings: [] })

/**
 * The condition that limits a table's rows to what is being acted for; `null` where there is no limit.
 *
 * @param qualifier what the table is called in the statement
 */
export function predicateFor(
  scope: TableScope,
  acting: Acting,
  qualifier: string,
  dialect: Dialect
): Predicate | null {
  return conditionOf({ scope, acting, qualifier, dialect, listed: false })
}

/** The same for a statement that reads pages of a list; one that writes would lock what this looks up. */
export function listPredicateFor(
  scope: TableScope,
  acting: Acting,
  dialect: Dialect
): Predicate | null {
  return conditionOf({ scope, acting, qualifier: scope.table, dialect, listed: true })
}

function conditionOf({ scope, acting, qualifier, dialect, listed: isList }: Scoped) {
  if (acting.kind === 'system' || acting.reach.kind === 'all') return null

  const ways = waysWithin(scope, acting.reach, qualifier, dialect)
  const further = furtherRows(scope.further, acting, {
    dialect,
    column: (name) => columnOf(qualifier, name, dialect),
  })
  if (!further) return anyOf(ways)
  const few = acting.reach.departments.length <= FEW_DEPARTMENTS
  if (isList && few && dialect !== 'postgres') return byKeys(scope, acting.reach, further, dialect)
  const key = columnOf(qualifier, scope.key, dialect)
  return anyOf([...ways, both(amongRows(key, further.keys, dialect), further.only)])
}

function waysWithin(
  scope: TableScope,
  { owner, departments }: Rows,
  qualifier: string,
  dialect: Dialect
): Predicate[] {
  const { owner: owned, department: kept } = scope
  const ways = []
  if (owned !== null && owner !== null)
    ways.push(ownedBy(columnOf(qualifier, owned, dialect), owner))
  if (kept !== null && departments.length > 0)
    ways.push(inDepartments(columnOf(qualifier, kept, dialect), departments, dialect))
  return ways
}

/**
 * MariaDB and SQLite read a whole table where a sub-query stands in an `or`. So where few rows are expected, all are
 * looked up first by their keys, each way by its own index; where many are, a page is soon full however it is read.
 */
function byKeys(
  scope: TableScope,
  reach: Rows,
  { keys, only }: FurtherRows,
  dialect: Dialect
): Predicate {
  const key = columnOf(scope.table, scope.key, dialect)
  const ways = waysWithin(scope, reach, scope.table, dialect)
  if (ways.length === 0) return both(amongRows(key, keys, dialect), only)

  const [inner, table] = [quote(scope.key, dialect), quote(scope.table, dialect)]
  const looked = waysWithin(scope, reach, '', dialect).map(({ sql, bindings }) => ({
    sql: `select ${inner} from ${table} where ${sql}`,
    bindings,
  }))
  const all = joined([...looked, keys], ' union ')
  const rows = { ...all, sql: `select ${inner} from (${all.sql}) as reached` }
  return both(amongRows(key, rows, dialect), only && anyOf([...ways, only]))
}

/**
 * `column in (select …)`, fit to stand beside others in an `or`: PostgreSQL uses an index of the column there only
 * where the rows come as an array, which it reads first, and once.
 *
 * @param rows a `select` of one column
 */
export function amongRows(column: string, rows: Predicate, dialect: Dialect): Predicate {
  const sql =
    dialect === 'postgres' ? `${column} = any(array(${rows.sql}))` : `${column} in (${rows.sql})`
  return { sql, bindings: rows.bindings }
}

/**
 * `column in ids` for any number of ids. PostgreSQL takes them as one parameter, which keeps the statement's text
 * constant; the others limit parameters, so there they are written out. The array has the type of id columns: it
 * looks members up in a hash only where the types are the same.
 */
export function oneOfIds(column: string, ids: readonly number[], dialect: Dialect): Predicate {
  const { text, wide } = listed(ids)
  if (dialect !== 'postgres') return { sql: `${column} in (${text})`, bindings: [] }
  return { sql: `${column} = any(?::${wide ? 'bigint' : 'int'}[])`, bindings: [`{${text}}`] }
}

export function quote(name: string, dialect: Dialect): string {
  const mark = dialect === 'mysql' ? '`' : '"'
  return mark + name.replaceAll(mark, mark + mark) + mark
}

export function columnOf(qualifier: string, column: string, dialect: Dialect): string {
  return qualifier
    ? `${quote(qualifier, dialect)}.${quote(column, dialect)}`
    : quote(column, dialect)
}

function inDepartments(column: string, ids: readonly number[], dialect: Dialect): Predicate {
  const many = dialect === 'postgres' ? oneOfManyIds(column, ids) : null
  return many ?? oneOfIds(column, ids, dialect)
}

function ownedBy(column: string, owner: number): Predicate {
  return { sql: `${column} = ?`, bindings: [owner] }
}

function anyOf(ways: readonly Predicate[]): Predicate {
  if (ways.length < 2) return ways[0] ?? nobody
  const { sql, bindings } = joined(ways, ' or ')
  return { sql: `(${sql})`, bindings }
}

function both(one: Predicate, other: Predicate | undefined): Predicate {
  if (!other) return one
  const { sql, bindings } = joined([one, other], ' and ')
  return { sql: `(${sql})`, bindings }
}

function joined(parts: readonly Predicate[], by: string): Predicate {
  return {
    sql: parts.map(({ sql }) => sql).join(by),
    bindings: parts.flatMap(({ bindings }) => bindings),
  }
}

interface IdList {
  text: string
  /** Holds an id beyond 32 bits. */
  wide: boolean
}

const lists = new WeakMap<readonly number[], IdList>()

/** A reach is kept for many requests, so its list is written once; frozen, for a list that changed would not be seen. */
function listed(ids: readonly number[]): IdList {
  const known = lists.get(ids)
  if (known !== undefined) return known

  const unsafe = ids.find((id) => !Number.isSafeInteger(id))
  if (unsafe !== undefined) throw new TypeError(`"${unsafe}" is no identifier`)
  const list = { text: ids.join(','), wide: ids.some((id) => Math.abs(id) > LARGEST_ID) }
  lists.set(Object.freeze(ids), list)
  return list
}
