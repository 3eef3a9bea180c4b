import type { Dialect } from '../database/dialect.js'
import { LARGEST_ID } from '../http/query_parameters.js'
import type { Acting } from '../operator/acting.js'
import { oneOfManyIds } from './id_bits.js'
import type { TableScope } from './scope_registry.js'

export interface Predicate {
  /** Condition with `?` where bindings go; its text depends on the kind of reach and the database alone, but for ids written into it. */
  readonly sql: string
  readonly bindings: readonly (string | number | Date)[]
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
  if (acting.kind === 'system' || acting.reach.kind === 'all') return null

  const { owner, departments } = acting.reach
  const owned =
    scope.owner !== null && owner !== null
      ? ownedBy(columnOf(qualifier, scope.owner, dialect), owner)
      : null
  const within =
    scope.department !== null && departments.length > 0
      ? inDepartments(columnOf(qualifier, scope.department, dialect), departments, dialect)
      : null

  if (owned && within) return either(owned, within)
  return owned ?? within ?? nobody
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

function either(left: Predicate, right: Predicate): Predicate {
  return { sql: `(${left.sql} or ${right.sql})`, bindings: [...left.bindings, ...right.bindings] }
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
