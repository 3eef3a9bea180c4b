import type { Socket } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { beforeHead } from './before_head.js'

/** Up to here the rest of a body is passed over, so that the connection can be used again. */
const WORTH_PASSING_OVER = 1024 * 1024
/** For the client to read why nobody listens any more. */
const FAREWELL_MS = 1_000

/**
 * Of a body that was refused before it came, no more is read than a keep-alive connection is worth; the answer says so,
 * so that the client sends nothing else over it.
 */
export default class UnreadBodyMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    if (ctx.request.hasBody()) beforeHead(ctx.response, () => part(ctx))
    return next()
  }
}

function part({ request, response, operator }: HttpContext): void {
  const incoming = request.request
  if (incoming.complete || operator !== undefined) return

  const announced = Number(incoming.headers['content-length'] ?? Infinity)
  if (announced <= WORTH_PASSING_OVER) return
  response.response.shouldKeepAlive = false
  endSlowly(incoming.socket)
}

/** Whoever ends a connection with bytes in it that nobody read takes the answer from the client as well. */
function endSlowly(socket: Socket): void {
  socket.destroySoon = () => {
    socket.pause()
    socket.end()
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
  }
}
