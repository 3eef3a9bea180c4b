import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { tooLarge } from '#plugins/files/main'
import { AbsentFile } from './absent_file.js'

/** What ends with its connection alone ends just so where that was cut. */
export function isFramed({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

export function momentOf(header: string | undefined): number | null {
  const moment = Date.parse(header ?? '')
  return Number.isNaN(moment) ? null : moment
}

export function aheadOf(header: string | undefined): number | null {
  const answeredAt = momentOf(header)
  return answeredAt === null ? null : clock.now() - answeredAt
}

/** Follows no redirects, and unpacks nothing. */
export function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { 'accept-encoding': 'identity' }
  request(url, { signal, headers }).once('response', resolve).on('error', reject).end()
  return promise
}

/** @throws E_UNAVAILABLE, E_PAYLOAD_TOO_LARGE */
export function assertWhole(response: IncomingMessage, limit: number): void {
  const { statusCode, headers } = response
  const isPage = headers['content-type']?.startsWith('text/html')
  if (statusCode === 200 && !isPage && !(Number(headers['content-length'] ?? 0) > limit)) return

  response.destroy()
  if (statusCode === 200 && isPage) throw new E_UNAVAILABLE('A web page came instead of the file')
  if (statusCode === 200) throw new E_PAYLOAD_TOO_LARGE(tooLarge(limit))
  const Fault = isRefusal(statusCode) ? AbsentFile : E_UNAVAILABLE
  throw new Fault(`The document server answered ${statusCode} instead of the file`)
}

function isRefusal(status = 0): boolean {
  return status >= 400 && status < 500 && status !== 429
}
