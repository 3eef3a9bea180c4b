import type { RouteJSON } from '@adonisjs/core/types/http'
import { declarationOf, type RouteAccess, type RouteContract } from '#kernel/http/main'
import { pathOf, type PathParameter } from './paths.js'

/** One method of one route that declared itself. */
export interface Operation {
  /** Stable, unique: `identity.session.store`. */
  id: string
  /** In lower case. */
  method: string
  /** As the router knows it: `/app/auth/sessions/:id`. */
  pattern: string
  /** As OpenAPI writes it: `/app/auth/sessions/{id}`. */
  path: string
  params: readonly PathParameter[]
  /** `null` for what belongs to no plugin. */
  plugin: string | null
  access: RouteAccess
  contract: RouteContract
}

/** What belongs to no plugin. */
export const SERVICE = 'service'

/** Every method of every route that declared its access and its contract, in the order of drawing. */
export function operationsOf(routes: readonly RouteJSON[]): Operation[] {
  return routes.flatMap((route) => {
    const { access, contract, plugin = null } = declarationOf(route) ?? {}
    if (!access || !contract) return []

    const methods = route.methods.filter((method) => method !== 'HEAD')
    return methods.map((method) => ({
      id: idOf(route, method, plugin, methods.length > 1),
      method: method.toLowerCase(),
      pattern: route.pattern,
      ...pathOf(route),
      plugin,
      access,
      contract,
    }))
  })
}

export function tagOf(operation: Operation): string {
  return operation.plugin ?? SERVICE
}

/** The framework keeps route names unique; they follow the controller and its method unless a route is named. */
function idOf(route: RouteJSON, method: string, plugin: string | null, several: boolean): string {
  const owner = plugin ?? SERVICE
  const name = route.name ?? `${method.toLowerCase()}.${words(route.pattern)}`
  const own = name.startsWith(`${owner}.`) ? name : `${owner}.${name}`
  return several ? `${own}.${method.toLowerCase()}` : own
}

function words(pattern: string): string {
  return pattern
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .join('.')
}
