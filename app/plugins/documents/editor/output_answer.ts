import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { tooLarge } from '#plugins/files/main'
import { AbsentFile, WebPage } from './absent_file.js'

/** @param end is aborted when no data arrives for `idleSeconds`, also while the body is read */
export function ask(
  url: URL,
  signal: AbortSignal,
  { end, idleSeconds }: { end: AbortController; idleSeconds: number }
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { 'accept-encoding': 'identity' }
  request(url, { signal, headers, timeout: idleSeconds * 1000 })
    .once('response', resolve)
    .once('timeout', () => end.abort())
    .on('error', reject)
    .end()
  return promise
}

/** @throws AbsentFile, E_UNAVAILABLE, E_PAYLOAD_TOO_LARGE */
export function assertWhole({ statusCode, headers }: IncomingMessage, limit: number): void {
  if (statusCode !== 200) {
    const Fault = isRefusal(statusCode) ? AbsentFile : E_UNAVAILABLE
    throw new Fault(say`The document server answered ${statusCode} instead of the file`)
  }
  if (headers['content-type']?.startsWith('text/html'))
    throw new WebPage('A web page came instead of the file')
  if (Number(headers['content-length'] ?? 0) > limit) throw new E_PAYLOAD_TOO_LARGE(tooLarge(limit))
}

function isRefusal(status = 0): boolean {
  return status >= 400 && status < 500 && status !== 429
}
