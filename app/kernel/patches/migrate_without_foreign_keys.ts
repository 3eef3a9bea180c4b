import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { Database } from '@adonisjs/lucid/database'
import { dialectOf } from '#kernel/database/main'

/**
 * On SQLite, knex changes a column by copying the table and dropping the original, which deletes the rows that refer to it
 * by `ON DELETE CASCADE`. It switches foreign keys off for that, but not within a transaction, where SQLite ignores it; and
 * Lucid runs each migration in one. From now on every run of migrations has them switched off.
 *
 * Upstream: https://github.com/knex/knex/issues/6213.
 * Remove when knex changes columns of SQLite without dropping the table, or Lucid switches foreign keys off by itself.
 */
export function migrateWithoutForeignKeys(): void {
  const { run } = MigrationRunner.prototype
  MigrationRunner.prototype.run = function () {
    const { db } = this as unknown as { db: Database }
    return withoutForeignKeys(db, () => run.call(this))
  }
}

/** Runs `work`, which changes tables, with foreign keys switched off on SQLite. */
export async function withoutForeignKeys<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (dialectOf(db.connection()) !== 'sqlite') return work()
  await db.rawQuery('pragma foreign_keys = off')
  try {
    return await work()
  } finally {
    await db.rawQuery('pragma foreign_keys = on')
  }
}
