import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { currentReach, hasDepartment } from '#kernel/acting/main'
import { isConstraintConflict } from '#kernel/database/main'
import { type Said, say } from '#kernel/languages/main'
import type { RoleRecord, AccessSnapshot } from '../snapshot/access_snapshot.js'

/**
 * Departments that a request names must be there and within reach; whether one outside is there is not told.
 *
 * @throws E_NOT_FOUND
 */
export function assertDepartmentsReached(
  ids: readonly number[],
  snapshot: AccessSnapshot,
  field: string
): void {
  const reach = currentReach()
  const missing = ids.find((id) => !snapshot.departments.has(id) || !hasDepartment(reach, id))
  if (missing !== undefined) throw missingReference(field, say`There is no department ${missing}`)
}

/** @throws E_NOT_FOUND */
export function rolesNamed(ids: readonly number[], snapshot: AccessSnapshot): RoleRecord[] {
  const missing = ids.find((id) => !snapshot.roles.has(id))
  if (missing !== undefined) throw missingReference('roleIds', say`There is no role ${missing}`)
  return snapshot.rolesOf(ids)
}

/** @throws E_NOT_FOUND */
export function assertMenusNamed(ids: readonly number[], snapshot: AccessSnapshot): void {
  const missing = ids.find((id) => !snapshot.menus.mounted(id))
  if (missing !== undefined) throw missingReference('menuIds', say`There is no menu ${missing}`)
}

export function missingReference(field: string, message: Said) {
  return new E_NOT_FOUND(message, { errors: [{ field, rule: 'exists', message }] })
}

/** Answers a duplicate with E_CONFLICT: `.save().catch(refuseDuplicate('username', message))`. */
export function refuseDuplicate(field: string, message: Said) {
  return (error: unknown): never => {
    const unique = isConstraintConflict(error) && String((error as Error).message).includes(field)
    if (!unique) throw error
    throw new E_CONFLICT(message, { errors: [{ field, rule: 'unique', message }], cause: error })
  }
}
