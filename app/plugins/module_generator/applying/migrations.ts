import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { BaseSchema } from '@adonisjs/lucid/schema'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

type Migration = new (
  client: QueryClientContract,
  file: string,
  dryRun: boolean
) => BaseSchema & { execDown(): Promise<unknown> }

/** As the database records a migration: its path without the extension. */
export function recordedName(path: string): string {
  return path.replace(/\.(ts|js)$/, '')
}

/**
 * Takes back migrations by their recorded names, in the order given, whatever ran after them; the migrator can go back
 * by whole batches alone.
 *
 * @param root where their files lie, if not in the project
 */
export async function reverseMigrations(
  names: readonly string[],
  root: string = app.makePath()
): Promise<void> {
  for (const name of names) {
    const recorded = await db.from('adonis_schema').where({ name }).first()
    if (!recorded) continue

    const file = `${root.replace(/\/$/, '')}/${name}.ts`
    const { default: Schema } = (await import(pathToFileURL(file).href)) as { default: Migration }
    await db.transaction(async (trx) => {
      await new Schema(trx, name, false).execDown()
      await trx.from('adonis_schema').where({ name }).delete()
    })
  }
}

/** Forgets that a migration ran, where its table is not the module's to drop. */
export async function forgetMigrations(names: readonly string[]): Promise<void> {
  if (names.length > 0)
    await db
      .from('adonis_schema')
      .whereIn('name', [...names])
      .delete()
}

/** Lets the migrator of this process find a folder that was not there when it started. */
export function addMigrationFolder(folder: string): void {
  const { config } = db.manager.get(db.primaryConnectionName)!
  const paths = config.migrations!.paths!
  if (!paths.includes(folder)) paths.push(folder)
}

export function removeMigrationFolder(folder: string): void {
  const { config } = db.manager.get(db.primaryConnectionName)!
  config.migrations!.paths = config.migrations!.paths!.filter((one) => one !== folder)
}
