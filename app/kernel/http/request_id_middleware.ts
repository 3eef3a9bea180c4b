import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

const ACCEPTABLE = /^[\w.:-]{1,64}$/

/** Whether an id that a client sent is harmless to log and to send back. */
export function isAcceptableId(id: string | undefined): id is string {
  return id !== undefined && ACCEPTABLE.test(id)
}

/** Every answer names its request; an id the client sent is kept where it is harmless to log. */
export default class RequestIdMiddleware {
  handle({ request, response }: HttpContext, next: NextFn) {
    const given = request.header('x-request-id')
    if (given !== undefined && !isAcceptableId(given))
      delete request.request.headers['x-request-id']
    response.header('X-Request-Id', request.id()!)
    return next()
  }
}
