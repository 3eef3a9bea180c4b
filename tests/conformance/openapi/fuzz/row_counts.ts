import db from '@adonisjs/lucid/services/db'

/** Rows that the service itself puts away when their time is over. */
const PASSING = /^(adonis_schema|login_attempts|refresh_tokens|rate_)/

/** PostgreSQL alone asks in which schemas. */
const SCHEMAS: Readonly<Record<string, string[]>> = { postgres: ['public'] }

export type RowCounts = Readonly<Record<string, number>>

/** Counts the rows of every table in one statement. */
export class RowCounter {
  #statement: string | undefined

  async count(): Promise<RowCounts> {
    this.#statement ??= await this.#write()
    const counts = firstRow(await db.rawQuery(this.#statement))
    return Object.fromEntries(Object.entries(counts).map(([table, rows]) => [table, Number(rows)]))
  }

  async #write(): Promise<string> {
    const counts = (await lastingTables()).map(
      (table) => `(select count(*) from ${table}) as ${table}`
    )
    return `select ${counts.join(', ')}`
  }
}

/** The tables whose rows somebody must ask for to change. */
export async function lastingTables(): Promise<string[]> {
  const tables = await db.connection().getAllTables(SCHEMAS[db.connection().dialect.name])
  return tables.filter((table) => !PASSING.test(table))
}

/** The tables that lost rows. */
export function losses(before: RowCounts, after: RowCounts): string[] {
  return Object.keys(before)
    .filter((table) => after[table]! < before[table]!)
    .map((table) => `${before[table]! - after[table]!} rows of ${table} are gone`)
}

/** Each database hands over raw rows in a form of its own. */
export function firstRow(answer: unknown): Record<string, unknown> {
  const rows = Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows
  return Array.isArray(rows[0]) ? rows[0][0] : rows[0]
}
