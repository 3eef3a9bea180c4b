import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ANSWER_HEADERS } from '#kernel/http/answer_headers'
import { failureBody } from '#kernel/http/exception_handler'
import type { Refusal } from '#kernel/http/define_error'

/** Answers an upgrade that is not to be, in the envelope, and ends the connection. */
export function refuseUpgrade(
  socket: Duplex,
  refusal: Refusal,
  requestId: string | undefined
): void {
  if (socket.destroyed) return
  const body = JSON.stringify(failureBody(refusal))
  const headers = {
    ...ANSWER_HEADERS,
    'Connection': 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(requestId ? { 'X-Request-Id': requestId } : {}),
    ...refusal.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`
  socket.end(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`)
}
