import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { actAsSystem } from '../operator/acting.js'
import type { PluginManifest } from '../plugins/define_plugin.js'
import { pluginPath } from '../plugins/plugin_files.js'
import { inTurn } from './preparation_turn.js'

const SEEDER = /\.(ts|js)$/

/**
 * Brings the database up to date, one node at a time: pending migrations, then the seeders of every plugin in boot order. Seeders find
 * what is there already and may run any number of times.
 *
 * @returns the names of the migrations that ran
 */
export async function prepareDatabase(
  app: ApplicationService,
  plugins: readonly PluginManifest[]
): Promise<string[]> {
  const db: Database = await app.container.make('lucid.db')
  return inTurn(db, async () => {
    const ran = await migrate(app, db)
    await actAsSystem('seed what every installation needs', async () => {
      for (const plugin of plugins) await seed(plugin)
    })
    return ran
  })
}

/** Lucid's own lock is not waited for, and the one who comes second fails: `inTurn` holds it here. */
async function migrate(app: ApplicationService, db: Database): Promise<string[]> {
  const { MigrationRunner } = await import('@adonisjs/lucid/migration')
  const runner = new MigrationRunner(db, app, {
    direction: 'up',
    dryRun: false,
    disableLocks: true,
  })
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
