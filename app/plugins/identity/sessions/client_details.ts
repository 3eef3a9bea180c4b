import type { HttpContext } from '@adonisjs/core/http'

/** Where a request came from, as login history keeps it. */
export interface ClientDetails {
  ip: string | null
  userAgent: string | null
}

export function clientDetails({ request }: HttpContext): ClientDetails {
  return {
    ip: request.ip()?.slice(0, 64) ?? null,
    userAgent: request.header('user-agent')?.slice(0, 255) ?? null,
  }
}
