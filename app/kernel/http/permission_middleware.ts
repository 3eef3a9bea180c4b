import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { clientAbortSignal } from './client_abort_signal.js'
import { actAsOperator } from '#kernel/acting/main'
import { type Permission, PermissionPolicy } from '#kernel/permissions/main'

/** Lets through an operator that holds the permission, and limits rows to what it reaches. */
export default class PermissionMiddleware {
  async handle({ bouncer, operator, response }: HttpContext, next: NextFn, permission: Permission) {
    await bouncer.with(PermissionPolicy).authorize('use', permission)

    const grant = bouncer.grantOf(permission)
    const abortSignal = () => clientAbortSignal(response)
    return actAsOperator({ operator, permission: permission.code, ...grant, abortSignal }, next)
  }
}
