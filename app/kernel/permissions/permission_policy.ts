import { BasePolicy } from '@adonisjs/bouncer'
import type { AuthorizerResponse } from '@adonisjs/bouncer/types'
import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import { denyWith } from './denials.js'
import type { Permission } from './define_permissions.js'
import { Gate } from './gate.js'
import { OperatorBouncer } from './operator_bouncer.js'

/**
 * Decides whether an operator may use a permission: `ctx.bouncer.with(PermissionPolicy).authorize('use', permission)`.
 * An application that decides otherwise binds a class that extends it in its place.
 */
@inject()
export class PermissionPolicy extends BasePolicy {
  constructor(
    protected readonly gate: Gate,
    protected readonly bouncer: OperatorBouncer
  ) {
    super()
  }

  async use(operator: Operator, permission: Permission): Promise<AuthorizerResponse> {
    const { code } = permission
    const grant = await this.gate.grantOf(operator, code, this.bouncer.stamp)
    if (!grant) return denyWith(say`This needs the permission "${code}"`)
    this.bouncer.keepGrant(permission, grant)
    return true
  }
}
