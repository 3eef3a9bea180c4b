import type { Database } from '@adonisjs/lucid/database'
import { dialectOf } from '#kernel/database/main'

/**
 * Runs migrations with foreign keys switched off on SQLite. There the query builder changes a column by copying the table and
 * dropping the original, and dropping it would delete the rows that refer to it by `ON DELETE CASCADE`. The setting cannot
 * be changed within a transaction, so it surrounds the work. Source: https://www.sqlite.org/lang_altertable.html
 */
export async function withoutForeignKeys<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (dialectOf(db.connection()) !== 'sqlite') return work()
  await db.rawQuery('pragma foreign_keys = off')
  try {
    return await work()
  } finally {
    await db.rawQuery('pragma foreign_keys = on')
  }
}
