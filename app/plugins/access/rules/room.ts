import { E_CONFLICT } from '#kernel/http/errors'

/** Every change, and every node after it, reads all of them. */
export const MOST_OF_A_KIND = 20_000

/**
 * Whether there is room for one more role, menu or department.
 *
 * @throws E_CONFLICT
 */
export function assertRoom(present: number, kind: string): void {
  if (present < MOST_OF_A_KIND) return
  throw new E_CONFLICT(`There are ${present} ${kind}, as many as there may be: delete some first`)
}
