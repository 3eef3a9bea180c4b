import { SECRETS } from '#tests/helpers/service_process'

const PASSWORD = 'a password of the office 1'
/** Whoever is not answered by then is kept waiting for nothing. */
const LONGEST_MS = 30_000

interface Tokens {
  accessToken: string
  refreshToken: string
}

/** Whoever works through the proxy, and refreshes when a token is refused. */
export class Desk {
  #token = ''
  #refreshToken = ''
  #renewal: Promise<void> | null = null

  constructor(readonly url: string) {}

  async logIn(username = 'admin', password: string = SECRETS.ADMIN_PASSWORD): Promise<this> {
    this.#keep(await this.call<Tokens>('POST', '/app/auth/login', { username, password }))
    return this
  }

  /** A token, and another than the refused one. */
  async token(refused?: string | null): Promise<string> {
    if (refused === this.#token) await this.#renew()
    return this.#token
  }

  /** Somebody to write to. */
  async colleague(): Promise<{ id: number; desk: Desk }> {
    const username = `colleague-${crypto.randomUUID().slice(0, 8)}`
    const body = { username, nickname: 'A colleague', password: PASSWORD }
    const { id } = await this.call<{ id: number }>('POST', '/app/system/users', body)
    return { id, desk: await new Desk(this.url).logIn(username, PASSWORD) }
  }

  duties(round: number) {
    return [
      { name: 'me', run: () => this.request('GET', '/app/auth/user/info') },
      { name: 'users', run: () => this.request('GET', '/app/system/users?pageSize=50') },
      { name: 'found', run: () => this.#found(round) },
      { name: 'roles', run: () => this.request('GET', '/app/system/roles') },
    ]
  }

  upload(): Promise<Response> {
    const body = new FormData()
    body.append('file', new Blob(['a line of text\n'.repeat(2_000)]), 'notes.txt')
    return this.#send('/app/files', { method: 'POST', body })
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.request(method, path, body)
    const answer = (await response.json()) as { message: string; data: T }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
    return answer.data
  }

  request(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return this.#send(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const token = this.#token
    const response = await this.#fetch(path, init, token)
    if (response.status !== 401 || !token) return response
    return this.#fetch(path, init, await this.token(token))
  }

  #fetch(path: string, init: RequestInit, token: string): Promise<Response> {
    const bearer = token ? { authorization: `Bearer ${token}` } : {}
    const signal = AbortSignal.timeout(LONGEST_MS)
    return fetch(this.url + path, { ...init, signal, headers: { ...init.headers, ...bearer } })
  }

  #renew(): Promise<void> {
    this.#renewal ??= this.#refresh().finally(() => (this.#renewal = null))
    return this.#renewal
  }

  async #refresh(): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ refreshToken: this.#refreshToken })
    const response = await this.#fetch('/app/auth/refresh', { method: 'POST', headers, body }, '')
    if (!response.ok) throw new Error(`refresh: ${response.status}`)
    this.#keep(((await response.json()) as { data: Tokens }).data)
  }

  #keep({ accessToken, refreshToken }: Tokens): void {
    this.#token = accessToken
    this.#refreshToken = refreshToken
  }

  #found(round: number): Promise<Response> {
    const name = `Department ${round} ${crypto.randomUUID().slice(0, 8)}`
    return this.request('POST', '/app/system/departments', { name })
  }
}
