import type { Operator } from '#kernel/operator/operator'

/** Whom a version or an entry of the log is put down to; without an id it is the service itself, or nobody who is known. */
export interface Author {
  id: number | null
  name: string
}

export const THE_SERVICE: Author = Object.freeze({ id: null, name: 'Chancery' })

/** Of work of which nobody can say whose it is: whose document it is did not write it for that. */
export const UNKNOWN: Author = Object.freeze({ id: null, name: 'Unknown' })

export function authorOf({ id, nickname }: Operator): Author {
  return { id, name: nickname }
}
