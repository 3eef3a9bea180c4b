import type { Operator } from '#kernel/operator/operator'

/** Whom a version or an entry of the log is put down to; without an id it is the service itself. */
export interface Author {
  id: number | null
  name: string
}

export const THE_SERVICE: Author = Object.freeze({ id: null, name: 'Chancery' })

export function authorOf({ id, nickname }: Operator): Author {
  return { id, name: nickname }
}
