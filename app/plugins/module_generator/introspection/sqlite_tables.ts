import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { TableDescription } from './table_description.js'

interface ColumnRow {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

/** What SQLite knows of a table. The name was looked up among the tables before. */
export async function describeSqlite(
  client: QueryClientContract,
  name: string
): Promise<TableDescription> {
  const columns: ColumnRow[] = await client.rawQuery('select * from pragma_table_info(?)', [name])
  const keys: { from: string; table: string; to: string | null; id: number }[] =
    await client.rawQuery('select * from pragma_foreign_key_list(?)', [name])
  const unique = await uniqueColumns(client, name)
  const single = keys.filter(({ id }) => keys.filter((key) => key.id === id).length === 1)

  return {
    name,
    comment: null,
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    columns: columns.map((column) => {
      const key = single.find(({ from }) => from === column.name)
      return {
        name: column.name,
        type: column.type.toLowerCase(),
        nullable: column.notnull === 0 && column.pk === 0,
        default: column.dflt_value,
        primary: column.pk > 0,
        unique: unique.has(column.name),
        comment: null,
        references: key ? { table: key.table, column: key.to ?? 'id' } : null,
      }
    }),
  }
}

async function uniqueColumns(client: QueryClientContract, name: string): Promise<Set<string>> {
  const indexes: { name: string; unique: number; partial: number }[] = await client.rawQuery(
    'select * from pragma_index_list(?)',
    [name]
  )
  const found = new Set<string>()
  for (const index of indexes.filter((one) => one.unique === 1 && one.partial === 0)) {
    const parts: { name: string }[] = await client.rawQuery(
      'select name from pragma_index_info(?)',
      [index.name]
    )
    if (parts.length === 1) found.add(parts[0]!.name)
  }
  return found
}
