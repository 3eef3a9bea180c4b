import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { ownRowsOf } from '../data_scope/reach.js'
import { actAsOperator } from '../operator/acting.js'

/** For operations that every operator may call: their own rows are all they reach. */
export default class OwnRowsMiddleware {
  async handle({ operator }: HttpContext, next: NextFn) {
    const acting = { operator, permission: null, reach: ownRowsOf(operator.id), roles: [] }
    return actAsOperator(acting, next)
  }
}
