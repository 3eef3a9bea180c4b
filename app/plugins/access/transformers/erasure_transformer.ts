import { t, type Shaped } from '#kernel/contracts/main'
import type Erasure from '../models/erasure.js'

export const erasureShape = t.object(
  {
    userId: t.id(),
    requestedBy: t.nullable(t.id()),
    requestedAt: t.instant(),
    erasedAt: t.nullable(
      t.instant({ description: 'When all was gone over; null while that is under way' })
    ),
    rows: t.array(
      t.object({ plugin: t.text(), table: t.text(), rows: t.integer({ minimum: 0 }) }),
      { description: 'How many rows were removed, or lost what was personal in them' }
    ),
  },
  { title: 'Erasure' }
)

export function erasureView(erasure: Erasure): Shaped<typeof erasureShape> {
  const { userId, requestedBy, createdAt, erasedAt, counts } = erasure
  return {
    userId,
    requestedBy,
    requestedAt: createdAt.toISO()!,
    erasedAt: erasedAt?.toISO() ?? null,
    rows: Object.entries(counts).flatMap(([plugin, tables]) =>
      Object.entries(tables).map(([table, rows]) => ({ plugin, table, rows }))
    ),
  }
}
