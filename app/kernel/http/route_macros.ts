import { Route, type Router } from '@adonisjs/core/http'
import type { Permission } from '#kernel/permissions/main'
import {
  declareAccess,
  declareAudit,
  declareContract,
  type RouteContract,
} from './route_contract.js'

declare module '@adonisjs/core/http' {
  interface Route {
    /** Only operators that hold `permission`; rows are limited to what the roles granting it reach. */
    permission(permission: Permission): this
    /** Any operator that is logged in; scoped rows are limited to their own. */
    signedIn(reason: string): this
    /** Anyone. */
    public(reason: string): this
    /** What the operation takes and answers. */
    contract(contract: RouteContract): this
    /**
     * Has the audit trail record that it was called, for an operation that reads, such as an export. Others are recorded
     * without saying so.
     *
     * @param action verb in snake_case
     * @param type what kind of thing it is about; the name of the plugin unless given
     */
    audited(action: string, type?: string): this
    /** Not recorded, though it does not only read, because of `reason`. What models record of their rows is. */
    unaudited(reason: string): this
  }
}

/** Teaches the framework's routes to declare who may call them and what they take. */
export function addRouteMacros(router: Router): void {
  const middleware = router.named({
    auth: () => import('./auth_middleware.js'),
    permission: () => import('./permission_middleware.js'),
    ownRows: () => import('./own_rows_middleware.js'),
    body: () => import('./body_middleware.js'),
  })
  Route.macro('permission', function (this: Route, permission: Permission) {
    declareAccess(this, { kind: 'permission', permission })
    return this.use([middleware.auth(), middleware.permission(permission), middleware.body()])
  })
  Route.macro('signedIn', function (this: Route, reason: string) {
    declareAccess(this, { kind: 'signedIn', reason })
    return this.use([middleware.auth(), middleware.ownRows(), middleware.body()])
  })
  Route.macro('public', function (this: Route, reason: string) {
    declareAccess(this, { kind: 'public', reason })
    return this.use(middleware.body())
  })
  Route.macro('contract', function (this: Route, contract: RouteContract) {
    declareContract(this, contract)
    return this
  })
  Route.macro('audited', function (this: Route, action: string, type?: string) {
    declareAudit(this, { kind: 'audited', action, ...(type ? { type } : {}) })
    return this
  })
  Route.macro('unaudited', function (this: Route, reason: string) {
    declareAudit(this, { kind: 'unaudited', reason })
    return this
  })
}
