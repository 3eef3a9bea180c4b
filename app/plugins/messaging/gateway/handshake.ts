import type { HttpRequest } from '@adonisjs/core/http'
import { refusals } from '../errors.js'

/** 16 bytes in base64 (RFC 6455 §4.2.1). */
const KEY = /^[+/0-9A-Za-z]{22}==$/
const VERSIONS = ['13', '8']
/** RFC 6455 §4.2.2 */
const UNDERSTOOD = { 'Sec-WebSocket-Version': VERSIONS.join(', ') }

/** Before anything is taken of who asks: what cannot become a socket costs them no ticket. @throws E_HANDSHAKE */
export function assertHandshake(request: HttpRequest): void {
  const key = request.header('sec-websocket-key') ?? ''
  const version = request.header('sec-websocket-version') ?? ''
  if (request.method() !== 'GET' || !KEY.test(key) || !VERSIONS.includes(version))
    throw new refusals.E_HANDSHAKE(undefined, { headers: UNDERSTOOD })
}
