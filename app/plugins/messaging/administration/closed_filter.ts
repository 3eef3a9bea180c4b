import type { ListFilter } from '#kernel/listing/main'

/** Whether `closedAt` is set. */
export const isClosed: ListFilter<boolean> = ({ column }, closed) => ({
  sql: `(case when ${column('closedAt')} is null then 0 else 1 end) = ?`,
  bindings: [Number(closed)],
})
