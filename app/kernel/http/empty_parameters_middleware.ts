import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

const READING = new Set(['GET', 'HEAD'])

/** What is asked for with an empty parameter, as a form sends it that was not filled in, is asked for without it. */
export default class EmptyParametersMiddleware {
  handle({ request }: HttpContext, next: NextFn) {
    if (READING.has(request.method())) {
      const given = Object.entries(request.qs())
      const filled = given.filter(([, value]) => value !== '')
      if (filled.length < given.length) request.updateQs(Object.fromEntries(filled))
    }
    return next()
  }
}
