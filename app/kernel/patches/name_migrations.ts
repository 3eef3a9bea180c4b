import { pathToFileURL } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import { MigrationRunner } from '@adonisjs/lucid/migration'

export interface NamedMigration {
  /** As it is recorded. */
  name: string
  /** Absolute. */
  file: string
}

type ListMigrations = (app: ApplicationService) => readonly NamedMigration[]

/** What Lucid reads migrations from; the members of its runner are private to its types. */
interface Runner {
  app: ApplicationService
  migrationSource: { getMigrations(): Promise<unknown[]> }
}

/**
 * Lucid records a migration by its path from the root of the application, and runs the folders of its settings in their order:
 * a plugin that lies in a package, or moves, would run anew. From now on every runner, those of its own commands included,
 * takes the migrations that `list` returns, under these names and in this order.
 *
 * Upstream: https://github.com/adonisjs/lucid/issues/1179, for the order; of the names no upstream issue is known.
 * Remove when a source of migrations can be given to `MigrationRunner`.
 */
export function nameMigrations(list: ListMigrations): void {
  const { run, getList } = MigrationRunner.prototype
  MigrationRunner.prototype.run = function () {
    return run.call(withSource(this, list))
  }
  MigrationRunner.prototype.getList = function () {
    return getList.call(withSource(this, list))
  }
}

function withSource(runner: MigrationRunner, list: ListMigrations): MigrationRunner {
  const parts = runner as unknown as Runner
  parts.migrationSource = { getMigrations: async () => list(parts.app).map(asLucidFile) }
  return runner
}

function asLucidFile({ name, file }: NamedMigration) {
  const getSource = async () => (await import(pathToFileURL(file).href)).default as unknown
  return { name, absPath: file, getSource }
}
