import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { MigrationRunner } from '@adonisjs/lucid/migration'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import { dialectOf } from '#kernel/database/main'
import type { PluginManifest } from './define_plugin.js'
import { failedMigration } from './failed_migration.js'
import { pluginPath } from './plugin_files.js'
import { pendingMigrations } from './plugin_migrations.js'
import { overMigrationConnection } from './migration_connection.js'
import { withPreparationLock } from './preparation_lock.js'

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
  return withPreparationLock(db, async () => {
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
  const ran = await runPending(app, db)
  const ms = Math.round(performance.now() - since)
  logger.info(
    { migrations: ran, count: ran.length, ms },
    'The migrations that were pending have run'
  )
  return ran
}

/** Without Lucid's own lock, which is not waited for: the preparation lock is the same one. */
async function runPending(app: ApplicationService, db: Database): Promise<string[]> {
  const { MigrationRunner } = await import('@adonisjs/lucid/migration')
  const ran: string[] = []
  let failed: string | undefined
  const migrating = overMigrationConnection(db, async (connectionName) => {
    const options = { direction: 'up', dryRun: false, disableLocks: true, connectionName } as const
    const runner = new MigrationRunner(db, app, options)
    runner.on('migration:completed', ({ file }) => void ran.push(file.name))
    await runner.run()
    failed = unfinished(runner)
    if (runner.error) throw runner.error
  })
  await migrating.catch((error) => {
    throw failed ? failedMigration(error, failed, dialectOf(db.connection())) : error
  })
  return ran
}

/** Also one whose file cannot be imported, of which the runner emits nothing. */
function unfinished({ migratedFiles }: MigrationRunner): string | undefined {
  return Object.values(migratedFiles).find(({ status }) => status !== 'completed')?.file.name
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
