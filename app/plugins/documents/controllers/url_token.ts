import type { HttpContext } from '@adonisjs/core/http'

/** Of the query alone: a callback's body has a member of the same name. */
export function urlToken({ request }: HttpContext): string {
  const { token } = request.qs()
  return typeof token === 'string' ? token : ''
}
