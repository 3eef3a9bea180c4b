import { createClient, createConfig, type Client } from './generated/client/index.js'
import {
  identityRefreshStore,
  identitySessionDestroy,
  identitySessionStore,
} from './generated/sdk.gen.js'
import { answered, unwrapped } from './answered.js'
import { isRefusal, toError, unreadable } from './chancery_error.js'
import { unlessEnded } from './unless_ended.js'
import { Session, type Fetch, type Refreshed } from './session.js'
import { sendForm, type UploadOptions } from './upload.js'
import { MemoryTokens, StoredTokens, type TokenPair, type TokenStore } from './token_pair.js'

export interface ChanceryOptions {
  /** Root of the service, with the prefix that a proxy puts before it. */
  baseUrl: string
  /** `localStorage` in pages, else memory. */
  tokens?: TokenStore
  fetch?: Fetch
  /** The session is over, here or in another tab, or another login has replaced it there: show the login. */
  onSessionEnd?: () => void
}

/** What an operation answers: the `data` of its envelope, or the file itself. */
export type Answered<Answer> = Answer extends { data: infer Data; error: undefined }
  ? Data extends { code: 200; data: infer Payload }
    ? Payload
    : Data
  : never

type Asked<Operation extends (options: never) => unknown> = Omit<
  NonNullable<Parameters<Operation>[0]>,
  'client'
>

/** What an operation takes beside the client; nothing need be given where nothing is required. */
export type CallOptions<Operation extends (options: never) => unknown> =
  undefined extends Parameters<Operation>[0]
    ? [options?: Asked<Operation>]
    : [options: Asked<Operation>]

interface Outcome {
  data?: unknown
  error?: unknown
  response?: Response
}

/** A service and, once logged in, a session with it. Give `client` to the generated operations. */
export class Chancery {
  readonly client: Client
  readonly #open: Client
  readonly #session: Session
  readonly #baseUrl: string

  /** For other clients, such as messaging's: `current({ otherThan })` is another than one that was refused. */
  readonly tokens = {
    current: ({ otherThan }: { otherThan?: string | null } = {}): Promise<string | null> =>
      this.#session.accessToken(otherThan ?? undefined),
  }

  constructor({ baseUrl, tokens, fetch = send, onSessionEnd = () => {} }: ChanceryOptions) {
    this.#baseUrl = baseUrl.replace(/(?<!\/)\/+$/, '')
    const root = this.#baseUrl
    this.#open = createClient(createConfig({ baseUrl: root, fetch: asGlobalFetch(fetch) }))
    this.#session = new Session({
      tokens: tokens ?? usualTokens(this.#baseUrl),
      name: `chancery ${this.#baseUrl}`,
      fetch,
      refresh: (refreshToken) => this.#refresh(refreshToken),
      onSessionEnd,
    })
    const guarded = asGlobalFetch((request) => this.#session.send(request))
    this.client = createClient(createConfig({ baseUrl: root, fetch: guarded }))
  }

  get isLoggedIn(): boolean {
    return this.#session.isLoggedIn
  }

  /** @throws ChanceryError */
  async logIn(username: string, password: string): Promise<void> {
    const answer = await identitySessionStore({ client: this.#open, body: { username, password } })
    await this.#session.begin(answered(answer) as TokenPair)
  }

  /** Ends the session on the service too; here it is over in any case. */
  async logOut(): Promise<void> {
    try {
      if (this.isLoggedIn) await identitySessionDestroy({ client: this.client })
    } finally {
      await this.#session.end()
    }
  }

  /**
   * Calls a generated operation and answers its `data` alone.
   *
   * ```ts
   * const { user } = await chancery.call(identityCurrentUserShow)
   * const page = await chancery.call(documentsIndex, { query: { keyword: 'minutes' } })
   * ```
   *
   * @throws ChanceryError for every refusal, and without a status when no answer came; the reason of `signal` when that
   * ended the call
   */
  async call<Operation extends (options: never) => Promise<Outcome>>(
    operation: Operation,
    ...[options]: CallOptions<Operation>
  ): Promise<Answered<Awaited<ReturnType<Operation>>>> {
    const { signal } = (options ?? {}) as { signal?: AbortSignal | null }
    signal?.throwIfAborted()
    const asked = operation({ ...options, client: this.client } as never)
    const answer = await unlessEnded(asked, signal)
    return answered(answer) as Answered<Awaited<ReturnType<Operation>>>
  }

  /**
   * Sends a form with files, telling how far it is where there is a browser.
   *
   * @param path below the service's root, such as `/app/files`
   * @throws ChanceryError
   */
  async upload<Data>(path: string, form: FormData, options: UploadOptions = {}): Promise<Data> {
    const url = this.#baseUrl + path
    if (!('XMLHttpRequest' in globalThis)) return this.#fetched<Data>(url, form, options)

    const answer = await this.#session.attempt((token) => sendForm(url, form, token, options))
    if (answer.status >= 400) throw toError({ error: answer.body, response: answer })
    return unwrapped<Data>(answer.body, answer)
  }

  /**
   * An address for `<img>`, players and downloads: the file is fetched with the session and kept by the browser until
   * `revoke`. What could run as a page, such as HTML and SVG, is there to be saved only: the address is of your own
   * origin.
   *
   * @param path below the service's root, such as `/app/files/7/content`
   * @throws ChanceryError
   */
  async fileUrl(path: string): Promise<{ url: string; revoke: () => void }> {
    const response = await this.#send(new Request(this.#baseUrl + path))
    const file = await response.blob()
    const type = PASSIVE.test(file.type) ? file.type : 'application/octet-stream'
    const url = URL.createObjectURL(new Blob([file], { type }))
    return { url, revoke: () => URL.revokeObjectURL(url) }
  }

  async #fetched<Data>(
    url: string,
    body: FormData,
    { method = 'POST', signal }: UploadOptions
  ): Promise<Data> {
    const response = await this.#send(new Request(url, { method, body, signal }))
    const answer: unknown = await response.json().catch(() => {
      throw unreadable(response)
    })
    return unwrapped<Data>(answer, response)
  }

  async #send(request: Request): Promise<Response> {
    const response = await this.#session.send(request).catch((error: unknown) => {
      if (request.signal.aborted) throw error
      throw toError({})
    })
    if (response.ok) return response
    throw toError({ error: await response.json().catch(() => ({})), response })
  }

  /** @throws ChanceryError when it is not known whether the session goes on */
  async #refresh(refreshToken: string): Promise<Refreshed> {
    const answer = await identityRefreshStore({ client: this.#open, body: { refreshToken } })
    if (answer.response?.status === 401 && isRefusal(answer.error)) return 'rejected'
    return answered(answer) as TokenPair
  }
}

/** Types that no browser runs anything of. */
const PASSIVE = /^(image\/(png|jpeg|gif|webp|avif|bmp)|(audio|video)\/[\w.+-]+|text\/plain)$/

function send(request: Request): Promise<Response> {
  return globalThis.fetch(request)
}

/** Each service has its own, so that nobody gets another's. */
function usualTokens(baseUrl: string): TokenStore {
  const isPage = 'localStorage' in globalThis && 'document' in globalThis
  return isPage ? new StoredTokens(undefined, `chancery.tokens ${baseUrl}`) : new MemoryTokens()
}

function asGlobalFetch(fetch: Fetch): typeof globalThis.fetch {
  return (input, init) => fetch(new Request(input, init))
}
