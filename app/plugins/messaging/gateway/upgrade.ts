import { ServerResponse, type IncomingMessage } from 'node:http'
import { HttpContext, type HttpRequest } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { refusals } from '../errors.js'

/** 16 bytes in base64 (RFC 6455 §4.2.1). */
const KEY = /^[+/0-9A-Za-z]{22}==$/
const VERSIONS = ['13', '8']
/** RFC 6455 §4.2.2 */
const UNDERSTOOD = { 'Sec-WebSocket-Version': VERSIONS.join(', ') }

/** The HTTP context of an upgrade, with a container scope of its own. */
export async function upgradeContext(incoming: IncomingMessage): Promise<HttpContext> {
  const server = await app.container.make('server')
  const outgoing = new ServerResponse(incoming)
  const resolver = app.container.createResolver()
  const request = server.createRequest(incoming, outgoing)
  const response = server.createResponse(incoming, outgoing)
  const ctx = server.createHttpContext(request, response, resolver)
  resolver.bindValue(HttpContext, ctx)
  return ctx
}

/**
 * Browsers always tell where a page came from; who tells nothing is no browser. Its own origin may always enter.
 *
 * @throws E_FORBIDDEN
 */
export function assertOrigin(request: HttpRequest): void {
  const [origin, host] = [request.header('origin'), request.host()?.toLowerCase()]
  const isKnown = app.config.get<(origin: string) => boolean>('cors.origin')
  if (origin === undefined || isKnown(origin)) return
  if (host === undefined || !URL.canParse(origin) || new URL(origin).host !== host)
    throw new E_FORBIDDEN('This origin may not connect; ask for it to be allowed')
}

/** Before anything is taken of who asks: what cannot become a socket costs them no ticket. @throws E_HANDSHAKE */
export function assertHandshake(request: HttpRequest): void {
  const key = request.header('sec-websocket-key') ?? ''
  const version = request.header('sec-websocket-version') ?? ''
  if (request.method() !== 'GET' || !KEY.test(key) || !VERSIONS.includes(version))
    throw new refusals.E_HANDSHAKE(undefined, { headers: UNDERSTOOD })
}
