import { Exception } from '@adonisjs/core/exceptions'
import { Route, type Router } from '@adonisjs/core/http'
import type { VineValidator } from '@vinejs/vine'
import type { RouteGroup } from '@adonisjs/http-server'
import type { Permission } from '#kernel/permissions/main'
import type { RefusalClass } from '#kernel/errors/main'
import { assertDrawnOnce } from './drawn_routes.js'
import type { JsonBounds } from './parse_json.js'
import type { Shape } from '#kernel/contracts/main'

type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [member: string]: JsonValue }

type AnyValidator = VineValidator<any, any>

/** What an operation takes and answers; the API description is made of it, and tests hold responses to it. */
export interface RouteContract {
  summary: string
  description?: string
  query?: AnyValidator
  body?: AnyValidator
  /** A JSON body that the operation takes, where members exclude each other; made up of the schema otherwise. */
  example?: Readonly<Record<string, JsonValue>>
  /** Content type of the body; `application/json` unless said otherwise. */
  consumes?: 'application/json' | 'multipart/form-data'
  /** Limits of its JSON body other than the usual ones. */
  json?: JsonLimits
  /** What a multipart body holds; with it, `body` is the JSON that the operation takes as well. */
  parts?: BodyParts
  /** Shape of the envelope's `data`; without it `data` is `null`. */
  answer?: Shape
  /** An answer that is no envelope: its media type, and its shape where it is JSON. */
  raw?: RawAnswer
  /** Refusals beyond those that follow from access, validation and parameters. */
  failures?: readonly RefusalClass[]
  /** Members that a caller with a protocol of its own finds in every failure, beside the envelope's. */
  failureMembers?: Readonly<Record<string, string | number | boolean>>
  /** A public operation that behaves differently with a bearer header. */
  bearer?: 'optional'
}

export interface JsonLimits extends JsonBounds {
  /** 256 KB, and 16 KB for a public operation, unless said otherwise. */
  bytes?: number
}

export interface BodyParts {
  /** Field name → what the file must be. */
  files: Readonly<Record<string, { description: string; optional?: boolean }>>
  /** The text fields beside the files. */
  fields?: AnyValidator
}

export interface RawAnswer {
  /** Media type, or a range of them such as `image/*`. */
  type: string
  shape?: Shape
  /** 200 unless said otherwise. */
  statuses?: readonly number[]
  /** Headers beyond those of every answer → what they say. */
  headers?: Readonly<Record<string, string>>
}

export type RouteAccess =
  | { kind: 'permission'; permission: Permission }
  | { kind: 'signedIn'; reason: string }
  | { kind: 'public'; reason: string }

/** How the audit trail records an operation: each but those that read, unless it is declared otherwise. */
export type RouteAudit =
  { kind: 'audited'; action: string; type?: string } | { kind: 'unaudited'; reason: string }

export interface RouteDeclaration {
  plugin: string | null
  access?: RouteAccess
  contract?: RouteContract
  audit?: RouteAudit
}

export class E_ACCESS_DECLARED_TWICE extends Exception {
  static code = 'E_ACCESS_DECLARED_TWICE'
  static status = 500
  readonly remedied = true
}

const declarations = new WeakMap<object, RouteDeclaration>()
const drawing: { plugin: string | null } = { plugin: null }

/** Keyed by the route's handler, which the router keeps by identity from drawing to serving. */
function declarationFor(handler: object): RouteDeclaration {
  const known = declarations.get(handler)
  if (known) return known
  const fresh: RouteDeclaration = { plugin: drawing.plugin }
  declarations.set(handler, fresh)
  return fresh
}

/** What a route declared of itself; `undefined` for one that declared nothing at all. */
export function declarationOf(route: { handler: unknown }): RouteDeclaration | undefined {
  return declarations.get(route.handler as object)
}

/** @throws E_ACCESS_DECLARED_TWICE where the route has said before who may call it */
export function declareAccess(route: Route, access: RouteAccess): void {
  const declaration = declarationFor(route.getHandler() as object)
  if (declaration.access) {
    throw new E_ACCESS_DECLARED_TWICE(
      `Route ${route.getPattern()} declares twice who may call it; keep one of .permission(…), .signedIn("reason") and .public("reason").`
    )
  }
  declaration.access = access
}

export function declareContract(route: Route, contract: RouteContract): void {
  declarationFor(route.getHandler() as object).contract = contract
}

export function declareAudit(route: Route, audit: RouteAudit): void {
  declarationFor(route.getHandler() as object).audit = audit
}

/** Draws a plugin's routes, noting whose they are. */
export function collectRoutes(
  plugin: string,
  router: Router,
  draw: (router: Router) => void
): void {
  drawing.plugin = plugin
  const group: RouteGroup = router.group(() => draw(router))
  drawing.plugin = null
  const routes = flatten(group.routes)
  assertDrawnOnce(plugin, router, routes)
  for (const route of routes) {
    declarationFor(route.getHandler() as object).plugin = plugin
    nameAfter(plugin, route)
  }
}

/** Names follow controllers, and two plugins may well have one of the same name. */
function nameAfter(plugin: string, route: Route): void {
  const name = route.getName()
  if (name && !name.startsWith(`${plugin}.`)) route.as(plugin, true)
}

function flatten(routes: RouteGroup['routes']): Route[] {
  return routes.flatMap((one) => {
    if (one instanceof Route) return [one]
    if ('routes' in one) return flatten(one.routes as RouteGroup['routes'])
    return one.route ? [one.route as Route] : []
  })
}
