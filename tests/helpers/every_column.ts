import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf } from '#kernel/database/main'

/** Names of the tables of the database, without the migrations' own. */
export async function everyTable(client: QueryClientContract = db.connection()): Promise<string[]> {
  const schemas = dialectOf(client) === 'postgres' ? ['public'] : undefined
  const tables = await client.getAllTables(schemas)
  return tables.filter((table) => !table.startsWith('adonis_schema')).sort()
}

/** `table.column` of each that says it anywhere, in whatever case. */
export async function columnsThatSay(
  words: string,
  client: QueryClientContract = db.connection()
): Promise<string[]> {
  const type = dialectOf(client) === 'mysql' ? 'char' : 'text'
  const found: string[] = []
  for (const table of await everyTable(client)) {
    const columns = Object.keys(await client.columnsInfo(table))
    for (const column of columns) {
      const like = `lower(cast(?? as ${type})) like ?`
      const rows = await client
        .from(table)
        .whereRaw(like, [column, `%${words.toLowerCase()}%`])
        .limit(1)
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
  }
  return found
}
