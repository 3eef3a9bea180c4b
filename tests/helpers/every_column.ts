import db from '@adonisjs/lucid/services/db'
import { dialectOf } from '#kernel/database/main'

/** Names of the tables of this database, without the migrations' own. */
export async function everyTable(): Promise<string[]> {
  const schemas = dialectOf(db.connection()) === 'postgres' ? ['public'] : undefined
  const tables = await db.connection().getAllTables(schemas)
  return tables.filter((table) => !table.startsWith('adonis_schema')).sort()
}

/** `table.column` of each that says it anywhere, in whatever case. */
export async function columnsThatSay(words: string): Promise<string[]> {
  const client = db.connection()
  const type = dialectOf(client) === 'mysql' ? 'char' : 'text'
  const found: string[] = []
  for (const table of await everyTable()) {
    const columns = Object.keys(await client.columnsInfo(table))
    for (const column of columns) {
      const like = `lower(cast(?? as ${type})) like ?`
      const rows = await db
        .from(table)
        .whereRaw(like, [column, `%${words.toLowerCase()}%`])
        .limit(1)
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
  }
  return found
}
