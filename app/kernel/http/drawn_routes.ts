import { Exception } from '@adonisjs/core/exceptions'
import type { Route, Router } from '@adonisjs/core/http'

export class E_ROUTE_DRAWN_TWICE extends Exception {
  static code = 'E_ROUTE_DRAWN_TWICE'
  static status = 500
  readonly remedied = true
}

/** By router: method, domain and pattern → the plugin that drew it. */
const drawn = new WeakMap<Router, Map<string, string>>()

/** @throws E_ROUTE_DRAWN_TWICE naming both plugins, where the framework would name neither */
export function assertDrawnOnce(plugin: string, router: Router, routes: readonly Route[]): void {
  const owners = drawn.get(router) ?? new Map<string, string>()
  drawn.set(router, owners)
  for (const route of routes) {
    if (route.isDeleted()) continue
    const { methods, domain, pattern } = route.toJSON()
    for (const method of methods) {
      const key = `${method} ${domain} ${pattern}`
      const owner = owners.get(key) ?? plugin
      if (owner !== plugin) throw drawnTwice(`${method} ${pattern}`, owner, plugin)
      owners.set(key, plugin)
    }
  }
}

function drawnTwice(route: string, owner: string, plugin: string) {
  return new E_ROUTE_DRAWN_TWICE(
    `Plugins "${owner}" and "${plugin}" both draw the route ${route}; change its pattern in one of them, or mount only one.`
  )
}
