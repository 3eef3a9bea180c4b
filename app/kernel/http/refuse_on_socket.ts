import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ANSWER_HEADERS, isAcceptableId } from './response_headers.js'
import type { Refusal } from '#kernel/errors/main'
import { defaultLanguage, LANGUAGE_TAGS, type Language } from '#kernel/languages/main'
import { failureBody } from './exception_handler.js'

/**
 * Answers over the bare socket what never becomes a request, such as an upgrade that is not to be, in the envelope, and
 * ends the connection.
 *
 * @param request what is known of it
 */
export function refuseOnSocket(
  socket: Duplex,
  refusal: Refusal,
  { requestId, language = defaultLanguage() }: { requestId?: string; language?: Language } = {}
): void {
  if (socket.destroyed) return
  const body = JSON.stringify(failureBody(refusal, language))
  const headers = {
    ...ANSWER_HEADERS,
    'Connection': 'close',
    'Content-Language': LANGUAGE_TAGS[language],
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': isAcceptableId(requestId) ? requestId : randomUUID(),
    ...refusal.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`
  socket.end(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`)
}
