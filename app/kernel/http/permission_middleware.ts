import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { clientAbortSignal } from './client_abort_signal.js'
import { actAsOperator } from '#kernel/acting/main'
import { type Permission, Gate } from '#kernel/permissions/main'

/** Lets through an operator that holds the permission, and limits rows to what it reaches. */
@inject()
export default class PermissionMiddleware {
  constructor(private readonly gate: Gate) {}

  async handle(ctx: HttpContext, next: NextFn, permission: Permission) {
    const { operator, operatorStamp } = ctx
    const grant = await this.gate.grantOf(operator, permission.code, operatorStamp)
    if (!grant) throw new E_FORBIDDEN(`This needs the permission "${permission.code}"`)

    const hangUp = () => clientAbortSignal(ctx.response)
    return actAsOperator({ operator, permission: permission.code, ...grant, hangUp }, next)
  }
}
