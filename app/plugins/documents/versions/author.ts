import type { Operator } from '#kernel/acting/main'

/** Who made a version or an entry of the log; without an id it is the service, or unknown. */
export interface Author {
  id: number | null
  name: string
}

export const THE_SERVICE: Author = Object.freeze({ id: null, name: 'Chancery' })

export const UNKNOWN: Author = Object.freeze({ id: null, name: 'Unknown' })

export function authorOf({ id, nickname }: Operator): Author {
  return { id, name: nickname }
}
