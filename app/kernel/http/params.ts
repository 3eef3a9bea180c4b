import type { HttpContext } from '@adonisjs/core/http'

/** For `.where('id', numericId)`: what cannot be an identifier is no such route, so 404. */
export const numericId = { match: /^[1-9]\d{0,14}$/, cast: (value: string) => Number(value) }

/** A path parameter that `numericId` has matched. */
export function idParam(ctx: HttpContext, name = 'id'): number {
  return ctx.params[name]
}
