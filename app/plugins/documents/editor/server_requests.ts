import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { E_EDITOR_OFF } from '../errors.js'
import { AS_IT_IS, boundedText } from './bounded_answer.js'
import { signForEditor } from './editor_jwt.js'
import { EditorSettings } from './editor_settings.js'
import { ServerPresence } from './server_presence.js'

export interface ServerRequest {
  /** The first that is there is taken: older servers know older ones. */
  paths: readonly string[]
  members: Record<string, unknown>
  /** Where several document servers stand behind one address, it says which of them has the work. */
  key?: string
  /** What it is signed with, where that is not the shared secret. */
  secret?: string
  /** Beyond so many bytes, unpacked, an answer is none. */
  mostBytes?: number
}

export interface ServerAnswer {
  members: Record<string, unknown>
  /** `Date` of the answer, in milliseconds; `NaN` where it has none. */
  answeredAt: number
}

/** For all of an answer. */
const LONGEST_MS = 10_000
const MOST_BYTES = 1024 * 1024
const TOKEN_SECONDS = 300

/** Asks the document server, signed as it wants it. */
@inject()
export class ServerRequests {
  constructor(
    private readonly settings: EditorSettings,
    private readonly presence: ServerPresence
  ) {}

  /** @throws E_EDITOR_OFF, E_UNAVAILABLE when the document server does not answer as one */
  async post({ paths, members, key, secret, mostBytes }: ServerRequest): Promise<ServerAnswer> {
    if (this.settings.off) throw new E_EDITOR_OFF(this.settings.off)

    const token = await signForEditor(secret ?? this.settings.secret, members, TOKEN_SECONDS)
    const body = JSON.stringify({ ...members, token })
    const query = key === undefined ? '' : `?shardkey=${encodeURIComponent(key)}`
    for (const path of paths) {
      const signal = AbortSignal.timeout(LONGEST_MS)
      const url = `${this.settings.serverBase}${path}${query}`
      const response = await this.#send(url, body, signal)
      if (response.status !== 404) return read(response, mostBytes ?? MOST_BYTES, signal)
      await response.body?.cancel()
    }
    throw new E_UNAVAILABLE(`Nothing is there at ${paths[0]}`)
  }

  async #send(url: string, body: string, signal: AbortSignal): Promise<Response> {
    try {
      const response = await send(url, body, signal)
      this.presence.answered()
      return response
    } catch (error) {
      this.presence.failed(error)
      throw error
    }
  }
}

async function send(url: string, body: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { ...AS_IT_IS, 'content-type': 'application/json', 'accept': 'application/json' },
      body,
      redirect: 'error',
      signal,
    })
  } catch (error) {
    throw new E_UNAVAILABLE('The document server does not answer', { cause: error })
  }
}

async function read(
  response: Response,
  mostBytes: number,
  signal: AbortSignal
): Promise<ServerAnswer> {
  const { text, isCut } = await received(response, mostBytes, signal)
  if (isCut)
    throw new E_UNAVAILABLE(`The document server answers more than ${mostBytes} bytes; see its log`)
  try {
    const members: unknown = JSON.parse(text)
    if (typeof members !== 'object' || members === null) throw new TypeError('no members')
    const answeredAt = Date.parse(response.headers.get('date') ?? '')
    return { members: members as Record<string, unknown>, answeredAt }
  } catch (error) {
    throw new E_UNAVAILABLE('The document server answers something else', { cause: error })
  }
}

async function received(response: Response, mostBytes: number, signal: AbortSignal) {
  try {
    return await boundedText(response, mostBytes, signal)
  } catch (error) {
    throw new E_UNAVAILABLE('The document server’s answer breaks off', { cause: error })
  }
}
