import { Exception } from '@adonisjs/core/exceptions'
import type { RouteJSON } from '@adonisjs/core/types/http'
import { declarationOf } from './route_contract.js'

export class E_ROUTE_UNDECLARED extends Exception {
  static code = 'E_ROUTE_UNDECLARED'
  static status = 500
  readonly remedied = true
}

/**
 * Refuses routes of which nobody said who may call them.
 *
 * @throws E_ROUTE_UNDECLARED naming the plugin, the route and the remedy
 */
export function assertRoutesDeclared(routes: readonly RouteJSON[]): void {
  for (const route of routes) {
    const declaration = declarationOf(route)
    if (declaration?.access) continue

    const owner = declaration?.plugin ? `plugin "${declaration.plugin}"` : 'the application'
    throw new E_ROUTE_UNDECLARED(
      `Route ${route.methods.filter((method) => method !== 'HEAD').join('|')} ${route.pattern} of ${owner} declares nobody who may call it; add .permission(…), .signedIn("reason") or .public("reason") to it.`
    )
  }
}
