import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { type Permission, PermissionPolicy } from '#kernel/permissions/main'
import { ApiDescription } from './description/api_description.js'
import type { Operation } from './description/operations.js'

/** Which operations the one who asks may call. */
@inject()
export class CallableOperations {
  constructor(private readonly description: ApiDescription) {}

  /** Ids, for the operator of the request's bearer header; without a good one the request is refused. */
  async idsFor(ctx: HttpContext): Promise<string[]> {
    await ctx.auth.authenticateUsing(['jwt'])
    const held = await this.#held(ctx.bouncer)
    return this.description.operations.filter((one) => isCallable(one, held)).map(({ id }) => id)
  }

  async #held(bouncer: HttpContext['bouncer']): Promise<Set<Permission>> {
    const policy = bouncer.with(PermissionPolicy)
    const held = new Set<Permission>()
    for (const permission of new Set(this.description.operations.flatMap(permissionOf))) {
      if (await policy.allows('use', permission)) held.add(permission)
    }
    return held
  }
}

function isCallable(operation: Operation, held: ReadonlySet<Permission>): boolean {
  return permissionOf(operation).every((permission) => held.has(permission))
}

function permissionOf({ access }: Operation): Permission[] {
  return access.kind === 'permission' ? [access.permission] : []
}
