import { E_CONFLICT } from '#kernel/errors/main'
import type { RoleDefinition } from '../snapshot/access_snapshot.js'

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

const MOST_LINKS = 500_000

/**
 * Whether there is room for the menus and departments of a role, with those of all others.
 *
 * @throws E_CONFLICT
 */
export function assertLinkRoom(
  roles: Iterable<RoleDefinition>,
  before: RoleDefinition,
  after: RoleDefinition
): void {
  const more = linksOf(after) - linksOf(before)
  if (more <= 0) return
  let present = 0
  for (const role of roles) present += linksOf(role)
  if (present + more <= MOST_LINKS) return
  throw new E_CONFLICT(
    `All roles together would have more than ${MOST_LINKS} menus and departments: take some away first`
  )
}

function linksOf({ menuIds, departmentIds }: RoleDefinition): number {
  return menuIds.length + departmentIds.length
}
