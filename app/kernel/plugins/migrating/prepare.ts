import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import type { PluginManifest } from '../define_plugin.js'
import { pluginPath } from '../plugin_files.js'
import { pendingMigrations } from '../plugin_migrations.js'
import { LockWaits } from './lock_waits.js'
import { overMigratingConnection } from './migrating_connection.js'
import { inTurn } from './preparation_turn.js'

type SeederClass = new (client: QueryClientContract) => { run(): Promise<void> }

const SEEDER = /\.(ts|js)$/

/**
 * Brings the database up to date, one node at a time: pending migrations, then the seeders of every plugin in boot order, then
 * the application's own. Seeders find what is there already and may run any number of times.
 *
 * @returns the names of the migrations that ran
 */
export async function prepareDatabase(
  app: ApplicationService,
  plugins: readonly PluginManifest[]
): Promise<string[]> {
  const db: Database = await app.container.make('lucid.db')
  return inTurn(db, async () => {
    const ran = await migrate(app, db, plugins)
    await actAsSystem('seed what every installation needs', async () => {
      for (const plugin of plugins) await seed(plugin)
      await seedApplication(app, db)
    })
    return ran
  })
}

async function migrate(
  app: ApplicationService,
  db: Database,
  plugins: readonly PluginManifest[]
): Promise<string[]> {
  const pending = await pendingMigrations(app, plugins)
  if (pending.length === 0) return []
  const logger = await app.container.make('logger')
  logger.info({ count: pending.length }, 'The migrations that are pending begin')
  const since = performance.now()
  const ran = await runInPatience(app, db)
  const ms = Math.round(performance.now() - since)
  logger.info(
    { migrations: ran, count: ran.length, ms },
    'The migrations that were pending have run'
  )
  return ran
}

/** Where a migration is one transaction, the one that got no lock is undone, and begins again with those that come after it. */
async function runInPatience(app: ApplicationService, db: Database): Promise<string[]> {
  const waits = new LockWaits(db.connection(), await app.container.make('logger'))
  const ran: string[] = []
  await overMigratingConnection(db, waits, (connectionName) =>
    waits.withRetry(() => runPending(app, db, { connectionName, waits, ran }))
  )
  return ran
}

interface Run {
  connectionName: string
  waits: LockWaits
  ran: string[]
}

/** Lucid's own lock is not waited for, and the one who comes second fails: `inTurn` holds it here. */
async function runPending(
  app: ApplicationService,
  db: Database,
  { connectionName, waits, ran }: Run
): Promise<void> {
  const { MigrationRunner } = await import('@adonisjs/lucid/migration')
  const runner = new MigrationRunner(db, app, {
    direction: 'up',
    dryRun: false,
    disableLocks: true,
    connectionName,
  })
  runner.on('migration:start', ({ file }) => waits.begin(file.name))
  runner.on('migration:completed', ({ file }) => void ran.push(file.name))
  await runner.run()
  if (runner.error) throw runner.error
}

/** A seeder of a plugin is a function. */
async function seed(plugin: PluginManifest): Promise<void> {
  for (const run of await seedersIn<() => Promise<void>>(pluginPath(plugin, './database/seeders')))
    await run()
}

/** Those of the application are classes, as `node ace db:seed` expects them. */
async function seedApplication(app: ApplicationService, db: Database): Promise<void> {
  for (const Seeder of await seedersIn<SeederClass>(app.seedersPath()))
    await new Seeder(db.connection()).run()
}

async function seedersIn<Seeder>(folder: string): Promise<Seeder[]> {
  if (!existsSync(folder)) return []

  const files = readdirSync(folder).filter((file) => SEEDER.test(file) && !file.endsWith('.d.ts'))
  const urls = files.sort().map((file) => pathToFileURL(join(folder, file)).href)
  return Promise.all(urls.map(async (url) => ((await import(url)) as { default: Seeder }).default))
}
