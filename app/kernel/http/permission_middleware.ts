import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { auditOperation } from './audit_operations.js'
import { clientAbortSignal } from './client_abort_signal.js'
import { HttpOrigin } from './request_origin.js'
import { actAsOperator } from '#kernel/acting/main'
import { type Permission, PermissionPolicy } from '#kernel/permissions/main'

/** Lets through an operator that holds the permission, and limits rows to what it reaches. */
export default class PermissionMiddleware {
  async handle(ctx: HttpContext, next: NextFn, permission: Permission) {
    const { bouncer, operator, response } = ctx
    await bouncer.with(PermissionPolicy).authorize('use', permission)

    const grant = bouncer.grantOf(permission)
    const abortSignal = () => clientAbortSignal(response)
    const origin = new HttpOrigin(ctx)
    const acting = { operator, permission: permission.code, ...grant, abortSignal, origin }
    return actAsOperator(acting, () => auditOperation(ctx, origin, next))
  }
}
