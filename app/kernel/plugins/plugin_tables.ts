import { pathToFileURL } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import type { BaseSchema } from '@adonisjs/lucid/schema'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf } from '#kernel/database/main'
import type { PluginManifest } from './define_plugin.js'
import { failedMigration } from './failed_migration.js'
import { LEDGER, migrationsOf } from './plugin_migrations.js'

type SchemaClass = new (client: QueryClientContract, name: string, dryRun: boolean) => BaseSchema

/**
 * Rolls a plugin's migrations back, the newest first, and strikes them from the ledger. What they made is gone with
 * all its rows.
 *
 * @throws E_MIGRATION_FAILED
 * @returns the names of the migrations that were rolled back
 */
export async function dropPluginTables(
  app: ApplicationService,
  plugin: PluginManifest
): Promise<string[]> {
  const db: Database = await app.container.make('lucid.db')
  const undone: string[] = []

  for (const { name, file } of migrationsOf(plugin).reverse()) {
    const [ran] = await db.from(LEDGER).where('name', name)
    if (!ran) continue

    const { default: Schema }: { default: SchemaClass } = await import(pathToFileURL(file).href)
    const schema = new Schema(db.connection(), name, false)
    await schema.execDown().catch((error) => {
      throw failedMigration(error, name, dialectOf(db.connection()))
    })
    await db.from(LEDGER).where('name', name).delete()
    undone.push(name)
  }
  return undone
}
