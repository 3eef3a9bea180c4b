import { E_CONFLICT } from '#kernel/errors/main'
import { say, type Text } from '#kernel/languages/main'
import type { RoleDefinition } from '../snapshot/access_snapshot.js'

/** Of roles, menus and departments each: every change, and every node after it, reads all of them. */
export const ROW_LIMIT = 20_000

/**
 * Refuses one more role, menu or department where there are as many as there may be.
 *
 * @throws E_CONFLICT
 */
export function assertBelowLimit(count: number, kind: Text): void {
  if (count < ROW_LIMIT) return
  throw new E_CONFLICT(say`There are ${count} ${kind}, as many as there may be: delete some first`)
}

const LINK_LIMIT = 500_000

/**
 * Refuses a role whose menus and departments would be too many, with those of all others.
 *
 * @throws E_CONFLICT
 */
export function assertLinksBelowLimit(
  roles: Iterable<RoleDefinition>,
  before: RoleDefinition,
  after: RoleDefinition
): void {
  const more = linksOf(after) - linksOf(before)
  if (more <= 0) return
  let count = 0
  for (const role of roles) count += linksOf(role)
  if (count + more <= LINK_LIMIT) return
  throw new E_CONFLICT(
    say`All roles together would have more than ${LINK_LIMIT} menus and departments: take some away first`
  )
}

function linksOf({ menuIds, departmentIds }: RoleDefinition): number {
  return menuIds.length + departmentIds.length
}
