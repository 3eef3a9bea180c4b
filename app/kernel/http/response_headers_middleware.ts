import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { beforeHead, closeWithoutReset } from '#kernel/patches/main'
import { ANSWER_HEADERS, TransportSecurity, isAcceptableId } from './response_headers.js'

const ALWAYS = Object.entries(ANSWER_HEADERS)

/** The rest of an unread body up to this many bytes is thrown away, so that the connection can be used again. */
const LONGEST_DISCARDED = 1024 * 1024

/**
 * The headers of every response: it is not cached and its type is not guessed, unless the operation says otherwise; it
 * names its request, by the id that the client sent if that is safe to log.
 */
@inject()
export default class ResponseHeadersMiddleware {
  constructor(private readonly transport: TransportSecurity) {}

  handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    for (const [name, value] of ALWAYS) response.header(name, value)
    const { header } = this.transport
    if (header && request.secure()) response.header('Strict-Transport-Security', header)
    if (!isAcceptableId(request.header('x-request-id')))
      delete request.request.headers['x-request-id']
    response.header('X-Request-Id', request.id()!)
    if (request.hasBody()) beforeHead(ctx, () => closeAfterLongBody(ctx))
    return next()
  }
}

/** Whoever is not known cannot make the service read a long body that was refused. */
function closeAfterLongBody({ request, response, operator }: HttpContext): void {
  const incoming = request.request
  if (incoming.complete || operator !== undefined) return

  const announced = Number(incoming.headers['content-length'] ?? Infinity)
  if (announced <= LONGEST_DISCARDED) return
  response.response.shouldKeepAlive = false
  closeWithoutReset(incoming.socket)
}
