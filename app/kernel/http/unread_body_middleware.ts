import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Up to here the rest of a body is passed over, so that the connection can be used again. */
const WORTH_PASSING_OVER = 1024 * 1024
/** For the client to read why nobody listens any more. */
const FAREWELL_MS = 1_000

/** Of a body that was refused before it came, no more is read than a keep-alive connection is worth. */
export default class UnreadBodyMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    if (request.hasBody()) response.response.once('finish', () => leaveUnread(ctx))
    return next()
  }
}

function leaveUnread(ctx: HttpContext): void {
  const incoming = ctx.request.request
  const { socket } = incoming
  if (incoming.complete || ctx.operator !== undefined) return

  const announced = Number(incoming.headers['content-length'] ?? Infinity)
  if (announced <= WORTH_PASSING_OVER) return
  socket.pause()
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
}
