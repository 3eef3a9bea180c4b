import type { HttpRequest } from '@adonisjs/core/http'

/** The token in the query; the body of a callback has a member of the same name. */
export function urlToken({ request }: { request: HttpRequest }): string {
  const { token } = request.qs()
  return typeof token === 'string' ? token : ''
}
