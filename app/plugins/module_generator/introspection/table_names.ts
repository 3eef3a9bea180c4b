import db from '@adonisjs/lucid/services/db'

/** The tables of the configured database; on PostgreSQL those of the schema in use. */
export async function tableNames(): Promise<string[]> {
  const client = db.connection()
  if (client.dialect.name !== 'postgres') return client.getAllTables()

  const { rows } = await client.rawQuery(
    'select tablename as name from pg_tables where schemaname = current_schema()'
  )
  return rows.map(({ name }: { name: string }) => name)
}
