import { E_CONFLICT, E_FORBIDDEN, E_NOT_FOUND, E_VALIDATION } from '#kernel/errors/main'
import { covers, currentOperator, currentReach } from '#kernel/acting/main'
import type { Permission } from '#kernel/permissions/main'
import { type Said, say } from '#kernel/languages/main'
import { User } from '#plugins/identity/main'
import { roleIdsOf } from '../snapshot/grant_cache.js'
import type { Person, RoleRecord, AccessSnapshot } from '../snapshot/access_snapshot.js'
import type { Change } from './admin_transaction.js'
import { assertDepartmentsReached } from './references.js'

interface LockedUser {
  user: User
  roles: RoleRecord[]
}

/**
 * Locks a user within reach, who may be changed by whoever holds all that they do.
 *
 * @throws E_NOT_FOUND, E_FORBIDDEN; E_CONFLICT for one whose data is erased: nobody else gets what was theirs
 */
export async function userToChange(id: number, change: Change): Promise<LockedUser> {
  const locked = await userToRemove(id, change)
  if (locked.user.erasedAt) throw new E_CONFLICT('Their personal data is erased; nothing changes')
  return locked
}

/** The same, also of one whose data is erased. @throws E_NOT_FOUND, E_FORBIDDEN */
export async function userToRemove(
  id: number,
  { trx, snapshot, rule }: Change
): Promise<LockedUser> {
  const user = await User.query({ client: trx }).where('id', id).forUpdate().first()
  if (!user) throw new E_NOT_FOUND()

  const roles = snapshot.rolesOf(await roleIdsOf(id, trx))
  rule.assertPerson(user, roles)
  return { user, roles }
}

/**
 * A user must be put where the operator reaches them.
 *
 * @throws E_NOT_FOUND, E_VALIDATION
 */
export function assertPlace(departmentId: number | null, snapshot: AccessSnapshot): void {
  if (departmentId !== null)
    return assertDepartmentsReached([departmentId], snapshot, 'departmentId')

  if (currentReach().kind === 'all') return
  throw new E_VALIDATION(undefined, {
    errors: [{ field: 'departmentId', rule: 'required', message: 'Name a department you reach' }],
  })
}

/** The operator holds a permission for this user. @throws E_FORBIDDEN */
export function assertHeld(
  { code }: Permission,
  { id, departmentId }: Person,
  { own }: Change
): void {
  const reach = own.grantOf(code)?.reach
  if (reach && covers(reach, { owner: id, department: departmentId })) return
  throw new E_FORBIDDEN(say`This needs the permission "${code}" for this user`)
}

/** @throws E_CONFLICT */
export function assertNotSelf(id: number, message: Said): void {
  if (id === currentOperator().id) throw new E_CONFLICT(message)
}
