import { actAsSystem, currentReach, hasDepartment } from '#kernel/acting/main'
import { E_CONFLICT, E_FORBIDDEN } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { User } from '#plugins/identity/main'
import type { DepartmentTree } from '../snapshot/department_tree.js'
import type { RoleRecord } from '../snapshot/access_snapshot.js'
import type { Change } from './admin_transaction.js'
import { DEEPEST } from './menu_place.js'
import { missingReference } from './references.js'

/**
 * A department stands beneath another that is within reach, and never beneath itself. What moves along must be
 * within reach as well; at the top only those may put one who reach everything.
 *
 * @param id of the department that moves; `null` for a new one
 * @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT
 */
export function assertDepartmentPlace(
  id: number | null,
  parentId: number | null,
  tree: DepartmentTree
): void {
  const moving = id === null ? [] : tree.below(id)
  if (parentId !== null && moving.includes(parentId))
    throw new E_CONFLICT('A department cannot stand beneath itself')

  assertReached(moving, parentId)
  if (parentId === null) return
  if (!tree.has(parentId))
    throw missingReference('parentId', say`There is no department ${parentId}`)

  const height = id === null ? 1 : tree.height(id)
  if (tree.above(parentId).length + 1 + height > DEEPEST)
    throw new E_CONFLICT(say`Departments are at most ${DEEPEST} levels deep`)
}

function assertReached(moving: readonly number[], parentId: number | null): void {
  const reach = currentReach()
  if (reach.kind === 'all') return
  if (parentId === null)
    throw new E_FORBIDDEN('Only who reaches every department puts one at the top')
  if (!hasDepartment(reach, parentId))
    throw missingReference('parentId', say`There is no department ${parentId}`)
  if (moving.some((id) => !hasDepartment(reach, id)))
    throw new E_FORBIDDEN('A department is moved by who reaches all that is beneath it')
}

/** The roles through which people above the new place, but not above the old one, come to reach what is moved. */
export async function rolesThatGain(
  id: number,
  parentId: number | null,
  { trx, snapshot }: Change
): Promise<RoleRecord[]> {
  if (parentId === null) return []
  const { departments } = snapshot
  const before = new Set(departments.above(id))
  const places = [parentId, ...departments.above(parentId)].filter((one) => !before.has(one))
  const candidates = [...snapshot.roles.values()].filter(
    ({ dataScope }) => dataScope === 'department_and_below'
  )
  if (places.length === 0 || candidates.length === 0) return []

  const people = User.query({ client: trx }).whereIn('departmentId', places).select('id')
  const held = await actAsSystem('which roles people above a place have', async () => {
    const userIds = (await people.pojo<{ id: number }>()).map((user) => user.id)
    return rolesOfMany(userIds, trx)
  })
  return candidates.filter((role) => held.has(role.id))
}

const AT_ONCE = 5_000

async function rolesOfMany(userIds: readonly number[], trx: Change['trx']): Promise<Set<number>> {
  const held = new Set<number>()
  for (let from = 0; from < userIds.length; from += AT_ONCE) {
    const rows = await trx
      .from('user_roles')
      .whereIn('user_id', userIds.slice(from, from + AT_ONCE))
      .distinct('role_id')
    for (const { role_id: roleId } of rows) held.add(roleId)
  }
  return held
}
