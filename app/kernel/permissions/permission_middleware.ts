import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { E_FORBIDDEN } from '../http/errors.js'
import { hangUpOf } from '../http/hang_up.js'
import { actAsOperator } from '../operator/acting.js'
import type { Permission } from './define_permissions.js'
import { Gate } from './gate.js'

/** Lets through an operator that holds the permission, and limits rows to what it reaches. */
@inject()
export default class PermissionMiddleware {
  constructor(private readonly gate: Gate) {}

  async handle(ctx: HttpContext, next: NextFn, permission: Permission) {
    const { operator, operatorStamp } = ctx
    const grant = await this.gate.grantOf(operator, permission.code, operatorStamp)
    if (!grant) throw new E_FORBIDDEN(`This needs the permission "${permission.code}"`)

    const hangUp = () => hangUpOf(ctx.response)
    return actAsOperator({ operator, permission: permission.code, ...grant, hangUp }, next)
  }
}
