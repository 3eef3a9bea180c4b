import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { Database } from '@adonisjs/lucid/database'
import type { BaseSchema } from '@adonisjs/lucid/schema'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { withoutForeignKeys } from '#kernel/patches/main'

type Migration = new (
  client: QueryClientContract,
  file: string,
  dryRun: boolean
) => BaseSchema & { execUp(): Promise<unknown>; execDown(): Promise<unknown> }

const PATH = /^app\/plugins\/(\w+)\/database\/migrations\/(.+)\.ts$/

/** As the database records a migration: `<plugin>/<file without extension>`. */
export function recordedName(path: string): string {
  return path.replace(PATH, '$1/$2')
}

/** Where the file of a migration lies below the project. */
export function migrationPath(name: string): string {
  const [plugin, file] = name.split('/') as [string, string]
  return `app/plugins/${plugin}/database/migrations/${file}.ts`
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
    if (recorded || keepsHalves(db)) await reverse(name, root)
  }
}

/**
 * MySQL keeps what a migration did before it was killed: new tables go, so that it can run again; changes of tables
 * are brought to their end. May be called while the application boots.
 */
export async function clearHalfMade(names: readonly string[], root: string): Promise<void> {
  const database: Database = await app.container.make('lucid.db')
  if (!keepsHalves(database)) return
  for (const name of names) {
    if (await database.from('adonis_schema').where({ name }).first()) continue
    if (name.includes('_create_')) await reverse(name, root)
    else await end(name, root)
  }
}

function keepsHalves(database: Database): boolean {
  return database.connection().dialect.name === 'mysql'
}

async function reverse(name: string, root: string): Promise<void> {
  const database: Database = await app.container.make('lucid.db')
  const Schema = await load(name, root)
  if (keepsHalves(database)) {
    const schema = new Schema(database.connection(), name, true)
    await runEach(schema, () => schema.execDown(), [...DONE_BEFORE, 'ER_NO_SUCH_TABLE'])
    await database.from('adonis_schema').where({ name }).delete()
    return
  }
  await withoutForeignKeys(database, () =>
    database.transaction(async (trx) => {
      await new Schema(trx, name, false).execDown()
      await trx.from('adonis_schema').where({ name }).delete()
    })
  )
}

async function end(name: string, root: string): Promise<void> {
  const database: Database = await app.container.make('lucid.db')
  const Schema = await load(name, root)
  const schema = new Schema(database.connection(), name, true)
  await runEach(schema, () => schema.execUp(), DONE_BEFORE)
  const [last] = await database.from('adonis_schema').max('batch as batch')
  await database.table('adonis_schema').insert({ name, batch: Number(last?.batch ?? 0) + 1 })
}

async function load(name: string, root: string): Promise<Migration> {
  const file = join(root, migrationPath(name))
  return ((await import(pathToFileURL(file).href)) as { default: Migration }).default
}

/** The query builder joins what it does to one table. */
const BETWEEN = /;\n(?=(?:alter|create|drop) )/

/** What MySQL answers to a statement that was carried out before. */
const DONE_BEFORE = [
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_CANT_DROP_FIELD_OR_KEY',
  'ER_FK_DUP_NAME',
]

/** What is deferred comes after the statements. */
async function runEach(
  schema: InstanceType<Migration>,
  statementsOf: () => Promise<unknown>,
  doneBefore: readonly string[]
): Promise<void> {
  const deferred: Parameters<typeof schema.defer>[0][] = []
  schema.defer = (call) => void deferred.push(call)
  const statements = (await statementsOf()) as string[]
  for (const statement of statements.flatMap((joined) => joined.split(BETWEEN)))
    await schema.db.rawQuery(statement).catch((error: { code?: string }) => {
      if (!doneBefore.includes(error.code ?? '')) throw error
    })
  for (const call of deferred) await call(schema.db)
}

/** Forgets that a migration ran, where its table is not the module's to drop. */
export async function forgetMigrations(names: readonly string[]): Promise<void> {
  if (names.length > 0)
    await db
      .from('adonis_schema')
      .whereIn('name', [...names])
      .delete()
}
