import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { actAsSystem } from '../operator/acting.js'
import type { PluginManifest } from '../plugins/define_plugin.js'
import { pluginPath } from '../plugins/plugin_files.js'

const SEEDER = /\.(ts|js)$/

/**
 * Brings the database up to date: pending migrations, then the seeders of every plugin in boot order. Seeders find
 * what is there already and may run any number of times.
 *
 * @returns the names of the migrations that ran
 */
export async function prepareDatabase(
  app: ApplicationService,
  plugins: readonly PluginManifest[]
): Promise<string[]> {
  const ran = await migrate(app)
  await actAsSystem('seed what every installation needs', async () => {
    for (const plugin of plugins) await seed(plugin)
  })
  return ran
}

async function migrate(app: ApplicationService): Promise<string[]> {
  const { MigrationRunner } = await import('@adonisjs/lucid/migration')
  const db: Database = await app.container.make('lucid.db')
  const runner = new MigrationRunner(db, app, { direction: 'up', dryRun: false })
  await runner.run()
  if (runner.error) throw runner.error
  return Object.values(runner.migratedFiles)
    .filter(({ status }) => status === 'completed')
    .map(({ file }) => file.name)
}

async function seed(plugin: PluginManifest): Promise<void> {
  const folder = pluginPath(plugin, './database/seeders')
  if (!existsSync(folder)) return

  const files = readdirSync(folder).filter((file) => SEEDER.test(file) && !file.endsWith('.d.ts'))
  for (const file of files.sort()) {
    const { default: run } = await import(pathToFileURL(join(folder, file)).href)
    await run()
  }
}
