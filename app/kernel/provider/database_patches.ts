import type { ApplicationService } from '@adonisjs/core/types'
import {
  migrateWithoutForeignKeys,
  type NamedMigration,
  nameMigrations,
  reportFailedTransactions,
  retrySingleStatements,
} from '#kernel/patches/main'

/**
 * Changes what Lucid and knex do, before anybody connects to a database.
 *
 * @param migrations which there are, in the order in which they run
 */
export async function patchDatabase(
  app: ApplicationService,
  migrations: (app: ApplicationService) => readonly NamedMigration[]
): Promise<void> {
  nameMigrations(migrations)
  migrateWithoutForeignKeys()
  reportFailedTransactions()
  const emitter = await app.container.make('emitter')
  emitter.on('db:connection:connect', retrySingleStatements)
}
