import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { LRUCache } from 'lru-cache'
import type { RequestOrigin } from '#kernel/acting/main'
import { type Change, hasRecorded, mountedAuditTrail } from '#kernel/auditing/main'
import type { Refusal } from '#kernel/errors/main'
import { Health } from '#kernel/health/main'
import { clock } from '#kernel/state/main'
import { HttpOrigin } from './request_origin.js'
import { declarationOf, type RouteDeclaration } from './route_contract.js'

const READING = new Set(['GET', 'HEAD'])
/** Refusals that tell of an attempt; others are mistakes in a form. */
const ATTEMPTS = new Set([400, 403, 404, 409, 423])

/** The same refusal is recorded once in this time, however often it is tried. */
const REPEATED_MS = 60_000
const refused = new LRUCache<string, true>({
  max: 10_000,
  ttl: REPEATED_MS,
  perf: { now: () => clock.elapsed() },
})

/** Runs an operation, and records it where it succeeds and none of what it changed was recorded. */
export async function auditOperation(
  ctx: HttpContext,
  origin: RequestOrigin,
  next: NextFn
): Promise<unknown> {
  const audit = auditedAs(ctx)
  if (!audit || !mountedAuditTrail()) return next()
  const answer: unknown = await next()
  // The framework answers what is thrown below before it comes here.
  const isRefused = ctx.response.getStatus() >= 400
  if (!isRefused && !hasRecorded(origin))
    await write(ctx, origin, { action: audit.action, type: audit.type })
  return answer
}

/** Records that an operator was refused: a permission, or an operation that is audited. */
export function auditRefusal(ctx: HttpContext, { status, code }: Refusal): void {
  if (!mountedAuditTrail() || !ctx.operator || !ctx.route || !ATTEMPTS.has(status)) return
  const audit = auditedAs(ctx)
  if (!audit && status !== 403) return
  const origin = new HttpOrigin(ctx)
  const attempt = [ctx.operator.id, origin.operation, ctx.params.id, code].join(' ')
  if (refused.has(attempt)) return
  refused.set(attempt, true)
  const { action, type } = audit ?? { action: 'called', type: typeOf(declarationOf(ctx.route)) }
  void write(ctx, origin, { action, type }, code)
}

/** `null` for an operation that is not recorded for itself. */
function auditedAs({ route, request }: HttpContext): { action: string; type: string } | null {
  const declaration = route && declarationOf(route)
  if (declaration?.audit?.kind === 'unaudited') return null
  if (!declaration?.audit && READING.has(request.method())) return null
  return { action: 'called', type: typeOf(declaration), ...declaration?.audit }
}

/** What the permission is about, such as `user` of `system:user:update`; else the plugin. */
function typeOf(declaration: RouteDeclaration | undefined): string {
  const { access, plugin } = declaration ?? {}
  const subject = access?.kind === 'permission' ? access.permission.code.split(':')[1] : undefined
  return subject ?? plugin ?? 'application'
}

/** A failure is logged: the answer tells what became of the operation itself. */
async function write(
  ctx: HttpContext,
  { requestId, address, operation }: RequestOrigin,
  change: Omit<Change, 'id'>,
  refusal?: string
): Promise<void> {
  const access = declarationOf(ctx.route!)?.access
  const record = {
    ...{ action: change.action, type: change.type, id: (ctx.params.id as string) ?? null },
    ...{ actorId: ctx.operator.id, departmentId: ctx.operator.departmentId, systemReason: null },
    permission: access?.kind === 'permission' ? access.permission.code : null,
    ...{ requestId, address, operation },
    outcome: refusal ? ('refused' as const) : ('done' as const),
    reason: refusal ?? null,
  }
  try {
    const db = await app.container.make('lucid.db')
    await mountedAuditTrail()!.write([record], db.connection())
  } catch (error) {
    const health = await app.container.make(Health)
    if (!(await health.isOutage(error)))
      ctx.logger.error({ err: error, requestId, operation }, 'an operation was not audited')
  }
}
