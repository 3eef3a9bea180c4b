import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { E_EDITOR_OFF } from '../errors.js'
import { signForEditor } from './editor_jwt.js'
import { EditorSettings } from './editor_settings.js'

export type Command =
  | 'forcesave'
  | 'info'
  | 'drop'
  | 'meta'
  | 'version'
  | 'license'
  | 'getForgottenList'
  | 'getForgotten'
  | 'deleteForgotten'

/** What `error` says in an answer. */
export const CommandError = {
  none: 0,
  noSuchKey: 1,
  internal: 3,
  nothingChanged: 4,
  unknownCommand: 5,
  token: 6,
  expired: 7,
} as const

export interface CommandAnswer {
  error: number
  version?: string
  keys?: string[]
  url?: string
  /** `Date` of the answer, in milliseconds. */
  answeredAt?: number
}

const PATHS = ['/command', '/coauthoring/CommandService.ashx'] as const
const LONGEST_MS = 10_000
const TOKEN_SECONDS = 300

/** Tells the document server what to do. */
@inject()
export class CommandService {
  constructor(private readonly settings: EditorSettings) {}

  /** @throws E_EDITOR_OFF, E_UNAVAILABLE when the document server does not answer as one */
  async send(command: Command, members: Record<string, unknown> = {}): Promise<CommandAnswer> {
    if (this.settings.off) throw new E_EDITOR_OFF(this.settings.off)

    const signed = { c: command, ...members }
    const token = await signForEditor(this.settings.secret, signed, TOKEN_SECONDS)
    const body = JSON.stringify({ ...signed, token })
    return this.#post(shard(members), body)
  }

  /** Servers before 8.2 know the older path alone. */
  async #post(query: string, body: string): Promise<CommandAnswer> {
    for (const path of PATHS) {
      const response = await this.#request(`${this.settings.serverBase}${path}${query}`, body)
      if (response.status !== 404) return read(response)
      await response.body?.cancel()
    }
    throw new E_UNAVAILABLE('The document server has no command service')
  }

  async #request(url: string, body: string): Promise<Response> {
    try {
      return await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(LONGEST_MS),
      })
    } catch (error) {
      throw new E_UNAVAILABLE('The document server does not answer', { cause: error })
    }
  }
}

/** Where several document servers stand behind one address, the key says which of them has the session. */
function shard({ key }: Record<string, unknown>): string {
  return typeof key === 'string' ? `?shardkey=${encodeURIComponent(key)}` : ''
}

async function read(response: Response): Promise<CommandAnswer> {
  try {
    const answer = (await response.json()) as CommandAnswer
    if (typeof answer.error !== 'number') throw new TypeError('no error member')
    return { ...answer, answeredAt: Date.parse(response.headers.get('date') ?? '') }
  } catch (error) {
    throw new E_UNAVAILABLE('The document server answers something else', { cause: error })
  }
}
