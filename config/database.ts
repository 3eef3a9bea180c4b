import { resolve } from 'node:path'
import app from '@adonisjs/core/services/app'
import { defineConfig } from '@adonisjs/lucid'
import env from '#start/env'
import { querySeconds } from '#config/app'
import plugins from '#config/plugins'
import { setUpMysql, setUpPostgres, keepPrivate, serverOfUrl } from '#kernel/database/main'
import { pluginFolders } from '#kernel/plugins/main'

const connection = env.get('DB_CONNECTION')

const migrations = {
  naturalSort: true,
  /** Those of the plugins first, then the application's own. */
  paths: [...pluginFolders(plugins, './database/migrations'), app.migrationsPath()].map((folder) =>
    app.relativePath(folder)
  ),
}
const schemaGeneration = { enabled: false }
/** Commands and migrations have no limit. */
const limitSeconds = app.getEnvironment() === 'web' ? querySeconds : 0
const CONNECT_MS = 5_000
/** Options of the drivers that the types of Lucid do not list. */
const ofPostgres: object = {
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}
const ofMysql: object = {
  connectTimeout: CONNECT_MS,
  keepAliveInitialDelay: 10_000,
  timezone: 'Z',
  charset: 'utf8mb4',
}
const pool = {
  min: 0,
  max: env.get('DB_POOL_MAX'),
  createTimeoutMillis: 2 * CONNECT_MS,
}
/** Each connection that is lost is a line of the query builder's; the service logs the loss of the database once. */
const debug = async (message: unknown) => {
  const logger = await app.container.make('logger')
  logger.debug(String(message))
}
const log: object = { log: { debug, deprecate: debug, warn: debug, error: debug } }

const server = (kind: 'pg' | 'mysql', port: number, user: string) => {
  const url = env.get('DATABASE_URL')
  if (url && kind === connection) return serverOfUrl(url, kind)
  return {
    host: env.get('DB_HOST'),
    port: env.get('DB_PORT') ?? port,
    user: env.get('DB_USER') ?? user,
    password: env.get('DB_PASSWORD')?.release() ?? '',
    database: env.get('DB_DATABASE'),
  }
}

interface SqliteHandle {
  pragma(statement: string): unknown
}

function sqliteFile(): string {
  const file = resolve(env.get('SQLITE_PATH'))
  if (connection === 'sqlite') keepPrivate(file)
  return file
}

export default defineConfig({
  connection,
  connections: {
    sqlite: {
      client: 'better-sqlite3',
      connection: { filename: sqliteFile() },
      useNullAsDefault: true,
      migrations,
      schemaGeneration,
      pool: {
        afterCreate(
          handle: SqliteHandle,
          done: (error: Error | null, handle: SqliteHandle) => void
        ) {
          for (const statement of [
            'journal_mode = WAL',
            // What was acknowledged outlives a power cut: the document server, once answered, forgets the work.
            'synchronous = FULL',
            'foreign_keys = ON',
            'busy_timeout = 5000',
          ]) {
            handle.pragma(statement)
          }
          done(null, handle)
        },
      },
    },
    pg: {
      client: 'pg',
      ...log,
      connection: { ...server('pg', 5432, 'postgres'), ...ofPostgres },
      migrations,
      schemaGeneration,
      pool: { ...pool, afterCreate: setUpPostgres(limitSeconds) },
    },
    mysql: {
      client: 'mysql2',
      ...log,
      connection: { ...server('mysql', 3306, 'root'), ...ofMysql },
      migrations,
      schemaGeneration,
      pool: { ...pool, afterCreate: setUpMysql(limitSeconds) },
    },
  },
})
