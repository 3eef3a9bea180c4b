import { join } from 'node:path'
import Database from 'better-sqlite3'
import mysql from 'mysql2/promise'
import pg from 'pg'

const { env } = process

/** Removes every row of these tables, whoever refers to them: past the service, which may keep rows out of sight. */
export async function emptyTables(names: readonly string[], folder: string): Promise<void> {
  if (env.DB_CONNECTION === 'pg') return onPostgres(names)
  if (env.DB_CONNECTION === 'mysql') return onMysql(names)
  onSqlite(names, join(folder, 'data/chancery.sqlite3'))
}

async function onPostgres(names: readonly string[]): Promise<void> {
  const client = new pg.Client(server(5432))
  await client.connect()
  await client.query(`truncate ${names.map((name) => `"${name}"`).join(', ')}`)
  await client.end()
}

async function onMysql(names: readonly string[]): Promise<void> {
  const connection = await mysql.createConnection(server(3306))
  await connection.query('set foreign_key_checks = 0')
  for (const name of names) await connection.query(`delete from \`${name}\``)
  await connection.end()
}

function onSqlite(names: readonly string[], file: string): void {
  const database = new Database(file)
  database.pragma('foreign_keys = off')
  for (const name of names) database.prepare(`delete from "${name}"`).run()
  database.close()
}

function server(port: number) {
  return {
    host: env.DB_HOST ?? '127.0.0.1',
    port: Number(env.DB_PORT ?? port),
    user: env.DB_USER,
    password: env.DB_PASSWORD,
    database: env.DB_DATABASE,
  }
}
