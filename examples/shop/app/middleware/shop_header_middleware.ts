import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

export default class ShopHeaderMiddleware {
  handle({ response }: HttpContext, next: NextFn) {
    response.header('x-shop', 'open')
    return next()
  }
}
