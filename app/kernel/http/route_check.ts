import { Exception } from '@adonisjs/core/exceptions'
import type { RouteJSON } from '@adonisjs/core/types/http'
import { declarationOf } from './route_contract.js'

export class E_ROUTE_UNDECLARED extends Exception {
  static code = 'E_ROUTE_UNDECLARED'
  static status = 500
  readonly remedied = true
}

export interface RouteChecks {
  /** Whether each route says what it takes and answers. */
  contracts?: boolean
  /** Whether routes outside of plugins need not declare anything. */
  undeclared?: 'refused' | 'served'
}

/**
 * Refuses routes that do not declare who may call them; outside production also those without a contract.
 *
 * @throws E_ROUTE_UNDECLARED naming the plugin, the route and the remedy
 */
export function assertRoutesDeclared(
  routes: readonly RouteJSON[],
  { contracts = false, undeclared: fate = 'refused' }: RouteChecks = {}
): void {
  for (const route of routes) {
    const declaration = declarationOf(route)
    if (fate === 'served' && !declaration?.plugin && !declaration?.access) continue
    if (!declaration?.access) throw undeclared(route, 'declares nobody who may call it', ACCESS)
    if (contracts && !declaration.contract) {
      throw undeclared(route, 'declares nothing of what it takes and answers', CONTRACT)
    }
  }
}

const ACCESS = '.permission(…), .signedIn("reason") or .public("reason")'
const CONTRACT = '.contract({ summary: "…" })'

function undeclared(route: RouteJSON, fault: string, remedy: string) {
  const plugin = declarationOf(route)?.plugin
  const owner = plugin ? `plugin "${plugin}"` : 'the application'
  const methods = route.methods.filter((method) => method !== 'HEAD').join('|')
  return new E_ROUTE_UNDECLARED(
    `Route ${methods} ${route.pattern} of ${owner} ${fault}; add ${remedy} to it.`
  )
}
