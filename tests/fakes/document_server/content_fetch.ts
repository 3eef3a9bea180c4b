import { EditorRefusal } from './configuration.js'
import type { EventLog } from './event_log.js'
import { COMMON_HEADERS, send } from './http_client.js'
import { signToken } from './tokens.js'

export interface ContentFetchOptions {
  secret: string | undefined
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  log: EventLog
}

const TRIES = 3
const WAIT = 1_000
const LIMIT = 100 * 1024 * 1024
const DOWNLOAD_FAILED = -81

/** Fetches a document as the real server does: one GET, no range, and only a 200 will do. */
export async function fetchContent(
  key: string,
  url: string,
  options: ContentFetchOptions
): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    const body = await attempt(key, url, options)
    if (body) return body
    if (tries === TRIES)
      throw new EditorRefusal(DOWNLOAD_FAILED, 'Error while downloading the document')
    await options.wait(WAIT)
  }
}

async function attempt(
  key: string,
  url: string,
  { secret, now, log }: ContentFetchOptions
): Promise<Buffer | undefined> {
  const authorization = secret === undefined ? {} : bearer(url, secret, now())
  const headers = {
    ...COMMON_HEADERS.accept,
    ...COMMON_HEADERS.agent,
    ...authorization,
    ...COMMON_HEADERS.encoding,
  }
  try {
    const reply = await send({ method: 'GET', url, headers, limit: LIMIT })
    log.add({ kind: 'content', key, url, headers, status: reply.status, bytes: reply.body.length })
    return reply.status === 200 ? reply.body : undefined
  } catch (error) {
    const dropped = error instanceof Error ? error.message : String(error)
    log.add({ kind: 'content', key, url, headers, dropped })
    return undefined
  }
}

const bearer = (url: string, secret: string, now: number): Record<string, string> => ({
  Authorization: `Bearer ${signToken({ payload: { url } }, secret, now)}`,
})
