import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Exception } from '@adonisjs/core/exceptions'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { NamedMigration } from '#kernel/patches/main'
import type { PluginManifest } from './define_plugin.js'
import { pluginPath } from './plugin_files.js'
import { APPLICATION } from './plugin_order.js'

/** Where the migration runner notes what ran. */
export const LEDGER = 'adonis_schema'

const MIGRATION = /(?<!\.d)\.(ts|js)$/

/** Its name is `<plugin>/<file without extension>`, or `app/<file without extension>`. */
export type PluginMigration = NamedMigration

/** In the order in which they run: those of the plugins in boot order, then the application's own. */
export function allMigrations(
  app: ApplicationService,
  plugins: readonly PluginManifest[]
): PluginMigration[] {
  const own = migrationsIn(app.migrationsPath(), APPLICATION)
  return [...plugins.flatMap(migrationsOf), ...own]
}

/** In the order in which they run. */
export function migrationsOf(plugin: PluginManifest): PluginMigration[] {
  return migrationsIn(pluginPath(plugin, './database/migrations'), plugin.name)
}

function migrationsIn(folder: string, owner: string): PluginMigration[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => MIGRATION.test(file))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((file) => ({
      name: `${owner}/${file.replace(MIGRATION, '')}`,
      file: join(folder, file),
    }))
}

/** Those of all mounted plugins in boot order, then the application's own. */
export function mountedMigrations(app: ApplicationService): PluginMigration[] {
  return allMigrations(app, app.config.get<readonly PluginManifest[]>('plugins'))
}

/** The service is not to bring the database up to date by itself, and nobody else has. */
export class E_DATABASE_UNPREPARED extends Exception {
  static code = 'E_DATABASE_UNPREPARED'
  readonly remedied = true
}

/** @throws E_DATABASE_UNPREPARED */
export async function assertPrepared(
  app: ApplicationService,
  plugins: readonly PluginManifest[]
): Promise<void> {
  const reason = await unpreparedReason(app, plugins)
  if (reason) throw new E_DATABASE_UNPREPARED(reason)
}

/**
 * Why the database cannot be worked on as these plugins expect it, with the remedy; `null` where it can. Nothing is
 * written to it.
 */
export async function unpreparedReason(
  app: ApplicationService,
  plugins: readonly PluginManifest[]
): Promise<string | null> {
  if (plugins.length === 0) return null
  const expected = allMigrations(app, plugins)
  const ran = await ranMigrations(await app.container.make('lucid.db'))
  const pending = expected.filter(({ name }) => !ran.has(name))
  if (pending.length === 0) return null
  const remedy = app.config.get<boolean>('app.migrateOnStart', true) ? ON_START : BY_HAND
  if (ran.size === 0) return `The database is empty: ${remedy}. If it should not be, ${SETTINGS}`
  return `The database lacks ${pending.length} migrations, such as ${pending[0]!.name}: ${remedy}`
}

/** Those of these plugins and of the application that have not run on the database. */
export async function pendingMigrations(
  app: ApplicationService,
  plugins: readonly PluginManifest[]
): Promise<PluginMigration[]> {
  const ran = await ranMigrations(await app.container.make('lucid.db'))
  return allMigrations(app, plugins).filter(({ name }) => !ran.has(name))
}

/** The names of those that have run of a plugin, which may not be mounted. */
export async function recordedMigrations(
  app: ApplicationService,
  plugin: string
): Promise<string[]> {
  const ran = await ranMigrations(await app.container.make('lucid.db'))
  return [...ran].filter((name) => name.startsWith(`${plugin}/`))
}

/**
 * Those of these plugins and of the application that have run on the database and are no file here: a newer release has brought it up to date.
 * Of a plugin that is not mounted nothing is known, whose migrations stay recorded.
 */
export async function unknownMigrations(
  app: ApplicationService,
  plugins: readonly PluginManifest[]
): Promise<string[]> {
  const ran = await ranMigrations(await app.container.make('lucid.db'))
  const mounted = new Set([APPLICATION, ...plugins.map(({ name }) => name)])
  const known = new Set(allMigrations(app, plugins).map(({ name }) => name))
  return [...ran].filter((name) => mounted.has(name.split('/')[0]!) && !known.has(name))
}

/**
 * The names of those that have run, of whatever plugin.
 *
 * @throws E_DATABASE_UNPREPARED where a preview made the database
 */
export async function ranMigrations(db: Database): Promise<Set<string>> {
  if (!(await db.connection().schema.hasTable(LEDGER))) return new Set()
  const rows = (await db.from(LEDGER).select('name')) as { name: string }[]
  if (rows.some(({ name }) => name.startsWith(BY_PATH))) throw new E_DATABASE_UNPREPARED(PREVIEW)
  return new Set(rows.map(({ name }) => name))
}

/** Where migrations are recorded by path, the tables are others. */
const BY_PATH = 'app/plugins/'

const PREVIEW =
  'The database was made by a preview (0.1 to 0.3), whose tables cannot be taken over: name a new, empty database in SQLITE_PATH, DB_DATABASE or DATABASE_URL'

const BY_HAND = 'run node ace migration:run --force, then repeat'
const ON_START = `start the service once, or ${BY_HAND}`

const SETTINGS =
  'the settings lead to another one than the service’s: see DB_CONNECTION, SQLITE_PATH, DB_DATABASE and DATABASE_URL'
