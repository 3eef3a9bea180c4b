import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { Operator } from '#kernel/acting/main'
import { Gate } from '#kernel/permissions/main'
import { ApiDescription } from './description/api_description.js'
import type { Operation } from './description/operations.js'

/** Which operations the one who asks may call. */
@inject()
export class CallableOperations {
  constructor(
    private readonly description: ApiDescription,
    private readonly gate: Gate
  ) {}

  /** Ids, for the operator of the request's bearer header; without a good one the request is refused. */
  async idsFor(ctx: HttpContext): Promise<string[]> {
    await ctx.auth.authenticateUsing()
    const held = await this.#held(ctx.operator)
    return this.description.operations.filter((one) => isCallable(one, held)).map(({ id }) => id)
  }

  async #held(operator: Operator): Promise<Set<string>> {
    const codes = new Set(this.description.operations.flatMap(({ access }) => codeOf(access) ?? []))
    const held = new Set<string>()
    for (const code of codes) {
      if (await this.gate.grantOf(operator, code)) held.add(code)
    }
    return held
  }
}

function isCallable({ access }: Operation, held: ReadonlySet<string>): boolean {
  const code = codeOf(access)
  return code === undefined || held.has(code)
}

function codeOf(access: Operation['access']): string | undefined {
  return access.kind === 'permission' ? access.permission.code : undefined
}
