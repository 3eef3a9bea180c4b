import type { History } from '../history/history.js'

/** Something that people, servers or their surroundings do. */
export interface Deed {
  readonly name: string
  /** Several things happen in it at the same time. */
  readonly isCrowd?: boolean
  can(history: History): boolean
  act(history: History): Promise<void>
}

export type Pick = number

/** One of them, however many there are. */
export const picked = <T>(from: readonly T[], pick: Pick): T | undefined =>
  from[pick % Math.max(1, from.length)]
