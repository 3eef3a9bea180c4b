/** What permissions are, and who holds them. */
export { addBouncer } from './context_bouncer.js'
export { type Permission, type PermissionSet, definePermissions } from './define_permissions.js'
export { ClosedGate, Gate, type Grant } from './gate.js'
export type { MenuSeed } from './menu_seed.js'
