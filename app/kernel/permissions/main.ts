/** What permissions are, and who holds them. */
export { type Permission, type PermissionSet, definePermissions } from './define_permissions.js'
export { denyWith, reasonOf } from './denials.js'
export { actWithPermission, assertPermission } from './further_permission.js'
export { ClosedGate, Gate, type Grant } from './gate.js'
export type { MenuSeed } from './menu_seed.js'
export { addBouncer, bouncerOf, OperatorBouncer } from './operator_bouncer.js'
export { PermissionPolicy } from './permission_policy.js'
