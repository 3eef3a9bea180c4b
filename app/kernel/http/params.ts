import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { LARGEST_ID } from '#kernel/contracts/main'

/** For `.where('id', numericId)`: what cannot be an identifier is no such route, so 404. */
export const numericId = { match: /^[1-9]\d{0,14}$/, cast: (value: string) => Number(value) }

/**
 * A path parameter that `numericId` has matched.
 *
 * @throws E_NOT_FOUND for a number that no row can have
 */
export function idParam(ctx: HttpContext, name = 'id'): number {
  const id: number = ctx.params[name]
  if (id > LARGEST_ID) throw new E_NOT_FOUND()
  return id
}
