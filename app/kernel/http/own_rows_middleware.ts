import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { ownRowsOf, actAsOperator } from '#kernel/acting/main'
import { auditOperation } from './audit_operations.js'
import { clientAbortSignal } from './client_abort_signal.js'
import { HttpOrigin } from './request_origin.js'

/** For operations that every operator may call: their own rows are all they reach. */
export default class OwnRowsMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { operator, response } = ctx
    const origin = new HttpOrigin(ctx)
    const abortSignal = () => clientAbortSignal(response)
    const acting = {
      operator,
      permission: null,
      reach: ownRowsOf(operator.id),
      roles: [],
      abortSignal,
      origin,
    }
    return actAsOperator(acting, () => auditOperation(ctx, origin, next))
  }
}
