import { actAsOperator, currentActing, currentOperator } from '#kernel/acting/main'
import { E_FORBIDDEN } from '#kernel/errors/main'
import type { Permission } from './define_permissions.js'
import type { Grant } from './gate.js'
import { reasonOf } from './denials.js'
import { bouncerOf } from './operator_bouncer.js'
import { PermissionPolicy } from './permission_policy.js'

/**
 * For work that needs another permission than that of its route.
 *
 * @returns with which reach the operator who acts holds it
 * @throws E_FORBIDDEN unless they do
 */
export async function assertPermission(permission: Permission): Promise<Grant> {
  const bouncer = bouncerOf(currentOperator())
  const denial = await bouncer.with(PermissionPolicy).execute('use', permission)
  if (!denial.authorized) throw new E_FORBIDDEN(reasonOf(denial))
  return bouncer.grantOf(permission)
}

/**
 * Runs `work` within the reach of that permission.
 *
 * @throws E_FORBIDDEN unless the operator who acts holds it
 */
export async function actWithPermission<T>(
  permission: Permission,
  work: () => Promise<T>
): Promise<T> {
  const grant = await assertPermission(permission)
  const acting = { ...currentActing(), operator: currentOperator(), ...grant }
  return actAsOperator({ ...acting, permission: permission.code }, work)
}
