import type { Route } from '@adonisjs/core/http'
import type { RouteContract } from '#kernel/http/main'
import type { Permission } from '#kernel/permissions/main'

/** About an operation that takes `drop`. */
export const DROP =
  'While somebody edits it, the call answers 409; `drop=true` ends their sessions first, which needs `document:document:drop`.'

/** Why the audit trail does not record it. */
export const READS_ONE = 'whoever may see one may read what is in it'

/** A route for users, with the permission that it takes. */
export function operation(route: Route, permission: Permission, contract: RouteContract): Route {
  return route.permission(permission).contract(contract)
}
