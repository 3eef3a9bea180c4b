import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { E_EDITOR_OFF } from '../errors.js'
import { boundedText, UNCOMPRESSED } from './bounded_answer.js'
import { signForEditor } from './editor_jwt.js'
import { EditorSettings } from './editor_settings.js'
import { ServerPresence } from './server_presence.js'

interface ServerRequest {
  /** The first that does not answer 404 is used: older servers have older paths. */
  paths: readonly string[]
  members: Record<string, unknown>
  /** Lets a load balancer choose the document server that has the session or conversion. */
  key?: string
  secret?: string
  mostBytes?: number
}

interface ServerAnswer {
  members: Record<string, unknown>
  /** `Date` of the answer, in milliseconds; `NaN` without one. */
  answeredAt: number
}

const TIMEOUT_MS = 10_000
const MOST_BYTES = 1024 * 1024
const TOKEN_SECONDS = 300

@inject()
export class ServerRequests {
  constructor(
    private readonly settings: EditorSettings,
    private readonly presence: ServerPresence
  ) {}

  /** @throws E_EDITOR_OFF; E_UNAVAILABLE without a valid answer */
  async post({ paths, members, key, secret, mostBytes }: ServerRequest): Promise<ServerAnswer> {
    if (this.settings.off) throw new E_EDITOR_OFF(this.settings.off)

    const token = await signForEditor(secret ?? this.settings.secret, members, TOKEN_SECONDS)
    const body = JSON.stringify({ ...members, token })
    const query = key === undefined ? '' : `?shardkey=${encodeURIComponent(key)}`
    for (const path of paths) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const url = `${this.settings.serverBase}${path}${query}`
      const response = await this.#send(url, body, signal)
      if (response.status !== 404) return read(response, mostBytes ?? MOST_BYTES, signal)
      await response.body?.cancel()
    }
    throw new E_UNAVAILABLE(say`Nothing is there at ${paths[0]}`)
  }

  async #send(url: string, body: string, signal: AbortSignal): Promise<Response> {
    const json = 'application/json'
    const headers = { ...UNCOMPRESSED, 'content-type': json, 'accept': json }
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'error',
      })
      this.presence.answered()
      return response
    } catch (error) {
      this.presence.failed(error)
      throw new E_UNAVAILABLE('The document server does not answer', { cause: error })
    }
  }
}

async function read(
  response: Response,
  mostBytes: number,
  signal: AbortSignal
): Promise<ServerAnswer> {
  try {
    const { text, isCut } = await boundedText(response, mostBytes, signal)
    if (isCut) throw new RangeError(`more than ${mostBytes} bytes`)
    const members: unknown = JSON.parse(text)
    if (typeof members !== 'object' || members === null) throw new TypeError('no object')
    const answeredAt = Date.parse(response.headers.get('date') ?? '')
    return { members: members as Record<string, unknown>, answeredAt }
  } catch (error) {
    throw new E_UNAVAILABLE('The document server answers something else', { cause: error })
  }
}
