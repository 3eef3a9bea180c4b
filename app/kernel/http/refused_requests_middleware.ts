import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { refusalOf } from './refused_requests.js'

/** Answers requests that were found to be wrong before anything of them was looked at. */
export default class RefusedRequestsMiddleware {
  handle({ request }: HttpContext, next: NextFn) {
    const refusal = refusalOf(request.request)
    if (refusal) throw refusal
    return next()
  }
}
