import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Every text in any table of a project's database in which a word occurs, as `table.column: text`. */
export function textsWith(word: string, folder: string): string[] {
  const database = new Database(join(folder, 'data/chancery.sqlite3'), { readonly: true })
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table'")
      .pluck()
      .all() as string[]
    const named = tables.filter((table) => table.includes(word)).map((table) => `table ${table}`)
    return [...named, ...tables.flatMap((table) => textsIn(database, table, word))]
  } finally {
    database.close()
  }
}

function textsIn(database: Database.Database, table: string, word: string): string[] {
  const rows = database.prepare(`select * from "${table}"`).all() as Record<string, unknown>[]
  return rows.flatMap((row) =>
    Object.entries(row)
      .filter(([, value]) => String(value).includes(word))
      .map(([column, value]) => `${table}.${column}: ${value}`)
  )
}
