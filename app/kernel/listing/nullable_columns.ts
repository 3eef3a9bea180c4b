import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { PlannedColumn } from './listing_plan.js'

const known = new Map<string, boolean>()

/** Which of the columns may hold null, by their SQL; asked of the database once for each. */
export async function nullableOf(
  client: QueryClientContract,
  columns: readonly PlannedColumn[]
): Promise<ReadonlySet<string>> {
  const nullable = new Set<string>()
  for (const column of columns) {
    if (column.join !== null || (await mayBeNull(client, column))) nullable.add(column.sql)
  }
  return nullable
}

async function mayBeNull(
  client: QueryClientContract,
  { table, column }: PlannedColumn
): Promise<boolean> {
  const key = `${client.connectionName}.${table}.${column}`
  const answer = known.get(key)
  if (answer !== undefined) return answer

  const info = (await client.columnsInfo(table, column)) as { nullable?: boolean } | undefined
  const nullable = info?.nullable ?? true
  known.set(key, nullable)
  return nullable
}
