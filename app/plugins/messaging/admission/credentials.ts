import type { IncomingMessage } from 'node:http'

export type Credential = { kind: 'ticket' | 'token'; value: string }

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i
const SUB_PROTOCOL = /^bearer\.([\w-]+\.[\w-]+\.[\w-]+)$/
const LONGEST = 4_096
/** Of the offered sub-protocols the only one that is ever answered. */
export const SUB_PROTOCOL_NAME = 'im.v1'

/**
 * The best credential of an upgrade, and removes every trace of all of them from the request, so that nothing can
 * log them later. With `queryToken: false` a token in the query counts for nothing. `null` when it brought none; a value of `''` when it brought one that cannot be right.
 */
export function takeCredential(
  request: IncomingMessage,
  { queryToken = true } = {}
): Credential | null {
  const { headers, url = '' } = request
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const credential =
    inQuery(query, 'ticket') ??
    inHeader(headers.authorization) ??
    inSubProtocols(headers['sec-websocket-protocol']) ??
    (queryToken ? inQuery(query, 'token') : null)
  scrub(request)
  return credential
}

function inQuery(query: URLSearchParams, name: 'ticket' | 'token'): Credential | null {
  const value = query.get(name)
  return value === null ? null : { kind: name, value: value.length > LONGEST ? '' : value }
}

function inHeader(header: string | undefined): Credential | null {
  if (header === undefined) return null
  const value = header.length > LONGEST ? '' : (BEARER.exec(header)?.[1] ?? '')
  return { kind: 'token', value }
}

function inSubProtocols(header: string | undefined): Credential | null {
  const offered = header?.split(',').map((part) => part.trim()) ?? []
  const bearer = offered.find((name) => name.startsWith('bearer.'))
  if (bearer === undefined) return null
  const value = bearer.length > LONGEST ? '' : (SUB_PROTOCOL.exec(bearer)?.[1] ?? '')
  return { kind: 'token', value }
}

function scrub(request: IncomingMessage): void {
  request.rawHeaders.length = 0
  request.url = request.url?.split('?')[0]
  delete request.headers.authorization
  const offered = request.headers['sec-websocket-protocol']
  if (offered === undefined) return

  const kept = offered.split(',').some((part) => part.trim() === SUB_PROTOCOL_NAME)
  if (kept) request.headers['sec-websocket-protocol'] = SUB_PROTOCOL_NAME
  else delete request.headers['sec-websocket-protocol']
}
