import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { beforeHead, closeWithoutReset } from '#kernel/patches/main'

/** Up to here the rest of a body is passed over, so that the connection can be used again. */
const WORTH_PASSING_OVER = 1024 * 1024

/**
 * Of a body that was refused before it came, no more is read than a keep-alive connection is worth; the answer says so,
 * so that the client sends nothing else over it.
 */
export default class UnreadBodyMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    if (ctx.request.hasBody()) beforeHead(ctx, () => part(ctx))
    return next()
  }
}

function part({ request, response, operator }: HttpContext): void {
  const incoming = request.request
  if (incoming.complete || operator !== undefined) return

  const announced = Number(incoming.headers['content-length'] ?? Infinity)
  if (announced <= WORTH_PASSING_OVER) return
  response.response.shouldKeepAlive = false
  closeWithoutReset(incoming.socket)
}
