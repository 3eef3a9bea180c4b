import { t, type Shaped } from '#kernel/contracts/main'
import type Erasure from '../models/erasure.js'

export const erasureShape = t.object(
  {
    userId: t.id(),
    requestedBy: t.nullable(t.id()),
    requestedAt: t.instant(),
    erasedAt: t.nullable(
      t.instant({ description: 'When it ended for the first time; null while it is under way' })
    ),
  },
  { title: 'Erasure' }
)

export function erasureView(erasure: Erasure): Shaped<typeof erasureShape> {
  const { userId, requestedBy, createdAt, erasedAt } = erasure
  return {
    userId,
    requestedBy,
    requestedAt: createdAt.toISO()!,
    erasedAt: erasedAt?.toISO() ?? null,
  }
}
