import { toStored } from '#kernel/database/main'

/** Rows come in the order of their numbers: only the first are looked at. */
export async function eldestRows(
  table: string,
  columns: readonly string[],
  { beforeMs, most }: { beforeMs: number; most: number }
): Promise<Record<string, unknown>[]> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const first = db
    .from(table)
    .orderBy('id')
    .limit(most)
    .select('id', 'created_at', ...columns)
  return db.from(first.as('eldest')).where('created_at', '<', toStored(beforeMs))
}

/** Resolves to how many there were. */
export async function removeEldest(table: string, beforeMs: number, most: number): Promise<number> {
  const old = await eldestRows(table, [], { beforeMs, most })
  if (old.length === 0) return 0
  const { default: db } = await import('@adonisjs/lucid/services/db')
  await db
    .from(table)
    .whereIn(
      'id',
      old.map(({ id }) => Number(id))
    )
    .delete()
  return old.length
}
