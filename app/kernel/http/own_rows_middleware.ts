import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { ownRowsOf, actAsOperator } from '#kernel/acting/main'
import { clientAbortSignal } from './client_abort_signal.js'

/** For operations that every operator may call: their own rows are all they reach. */
export default class OwnRowsMiddleware {
  async handle({ operator, response }: HttpContext, next: NextFn) {
    const abortSignal = () => clientAbortSignal(response)
    const acting = {
      operator,
      permission: null,
      reach: ownRowsOf(operator.id),
      roles: [],
      abortSignal,
    }
    return actAsOperator(acting, next)
  }
}
