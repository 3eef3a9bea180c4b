import type { HttpRequest } from '@adonisjs/core/http'

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i
const LONGEST = 4096

/** The bearer credential of a request, or `null`; only its form is checked. */
export function bearerToken(request: HttpRequest): string | null {
  const header = request.header('authorization')
  if (!header || header.length > LONGEST) return null
  return BEARER.exec(header)?.[1] ?? null
}

/** Whether the request carries a bearer header at all, good or bad. */
export function hasBearer(request: HttpRequest): boolean {
  return /^Bearer\b/i.test(request.header('authorization') ?? '')
}
