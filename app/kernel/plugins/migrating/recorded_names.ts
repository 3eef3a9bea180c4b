import { pathToFileURL } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { PluginManifest } from '../define_plugin.js'
import { allMigrations, type PluginMigration } from '../plugin_migrations.js'
import { withoutForeignKeys } from './without_foreign_keys.js'

const { run, getList } = MigrationRunner.prototype

/** What Lucid reads migrations from; the members of its runner are private to its types. */
interface Runner {
  db: Database
  app: ApplicationService
  migrationSource: { getMigrations(): Promise<unknown[]> }
}

/**
 * Lucid names a migration by its path from the root of the application. Here every runner, also those of its own commands,
 * finds the migrations of the mounted plugins in boot order, named `<plugin>/<file>`, wherever a plugin lies, and then the
 * application's own, named `app/<file>`.
 */
export function nameMigrationsByPlugin(): void {
  MigrationRunner.prototype.run = function () {
    const { db } = this as unknown as Runner
    return withoutForeignKeys(db, () => run.call(overPlugins(this)))
  }
  MigrationRunner.prototype.getList = function () {
    return getList.call(overPlugins(this))
  }
}

function overPlugins(runner: MigrationRunner): MigrationRunner {
  const parts = runner as unknown as Runner
  parts.migrationSource = { getMigrations: async () => mounted(parts.app).map(asLucidFile) }
  return runner
}

function mounted(app: ApplicationService): PluginMigration[] {
  return allMigrations(app, app.config.get<readonly PluginManifest[]>('plugins'))
}

function asLucidFile({ name, file }: PluginMigration) {
  const getSource = async () => (await import(pathToFileURL(file).href)).default as unknown
  return { name, absPath: file, getSource }
}
