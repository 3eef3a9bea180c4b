import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Acting, Reach } from '#kernel/acting/main'
import { dialectOf, runPrepared } from '#kernel/database/main'
import { columnOf, predicateFor, quote } from './predicate.js'
import type { TableScope } from './scope_registry.js'

/** Whose a row is. */
export interface RowOwnership {
  owner: number | null
  department: number | null
}

const MOST_IDS_TOLD = 50
const DELETED = 'deleted_at'

/** Whose the row with an id is; `null` where there is none, or none within the reach of `acting`. */
export async function rowWithin(
  scope: TableScope,
  id: number,
  acting: Acting,
  client: QueryClientContract
): Promise<RowOwnership | null> {
  const dialect = dialectOf(client)
  const limit = predicateFor(scope, acting, scope.table, dialect)
  const sql = `select * from ${quote(scope.table, dialect)} where ${columnOf(scope.table, 'id', dialect)} = ?${limit ? ` and ${limit.sql}` : ''}`
  const bindings = [id, ...(limit?.bindings ?? [])]
  const [row] = await runPrepared(client, dialect, { sql, bindings })
  if (!row || (row[DELETED] ?? null) !== null) return null
  return { owner: member(row, scope.owner), department: member(row, scope.department) }
}

/** A reach as a condition on columns, for people to read; `null` where there is no limit. */
export function conditionInWords(
  reach: Reach,
  columns: Pick<TableScope, 'owner' | 'department'>
): string | null {
  if (reach.kind === 'all') return null
  const parts = []
  if (columns.department !== null && reach.departments.length > 0)
    parts.push(`${columns.department} in (${listed(reach.departments)})`)
  if (columns.owner !== null && reach.owner !== null)
    parts.push(`${columns.owner} = ${reach.owner}`)
  return parts.length > 0 ? parts.join(' or ') : 'none'
}

function listed(ids: readonly number[]): string {
  if (ids.length <= MOST_IDS_TOLD) return ids.join(', ')
  return `${ids.slice(0, MOST_IDS_TOLD).join(', ')}, and ${ids.length - MOST_IDS_TOLD} more`
}

function member(row: Record<string, unknown>, column: string | null): number | null {
  const value = column === null ? null : (row[column] ?? null)
  return value === null ? null : Number(value)
}
