import { EditorRefusal } from './configuration.js'
import type { EventLog } from './event_log.js'
import { COMMON_HEADERS, send } from './http_client.js'
import { isDocument } from './ooxml.js'
import type { Services } from './services.js'
import { signToken } from './tokens.js'

const TRIES = 3
const WAIT = 1_000
const LIMIT = 100 * 1024 * 1024
const CONVERSION_FAILED = -80
const DOWNLOAD_FAILED = -81

/** Fetches a document as the real server does: one GET, no range, and only a 200 will do. */
export async function fetchContent(
  key: string,
  url: string,
  { secret, now, wait, log }: Services
): Promise<Buffer> {
  const tokenOf = () => secret && signToken({ payload: { url } }, secret, now())
  const body = await repeatedly(() => fetchOnce(key, url, { token: tokenOf(), log }), wait)
  if (body) return body
  throw new EditorRefusal(DOWNLOAD_FAILED, 'Error while downloading the document')
}

/** The same, of what is to be opened as that. */
export async function fetchDocument(
  { key, fileType }: { key: string; fileType: string },
  url: string,
  services: Services
): Promise<Buffer> {
  const content = await fetchContent(key, url, services)
  if (isDocument(content, fileType)) return content
  throw new EditorRefusal(CONVERSION_FAILED, `The file content is not a .${fileType}`)
}

/** Nothing where all tries came to nothing. */
export async function repeatedly(
  attempt: () => Promise<Buffer | undefined>,
  wait: Services['wait']
): Promise<Buffer | undefined> {
  for (let tries = 1; ; tries++) {
    const body = await attempt()
    if (body || tries === TRIES) return body
    await wait(WAIT)
  }
}

/** Nothing where the answer is not 200, or the connection dropped. */
export async function fetchOnce(
  key: string,
  url: string,
  { token, log }: { token: string | undefined; log: EventLog }
): Promise<Buffer | undefined> {
  const headers = {
    ...COMMON_HEADERS.accept,
    ...COMMON_HEADERS.agent,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...COMMON_HEADERS.encoding,
  }
  try {
    const { status, body } = await send({ method: 'GET', url, headers, limit: LIMIT })
    log.add({ kind: 'content', key, url, headers, status, bytes: body.length })
    return status === 200 ? body : undefined
  } catch (error) {
    log.add({ kind: 'content', key, url, headers, dropped: String(error) })
    return undefined
  }
}
