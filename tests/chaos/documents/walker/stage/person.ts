import { grantedTime } from '../../../../helpers/granted_time.js'

export interface Answer<T> {
  /** 0 when the connection broke. */
  status: number
  /** Why it was refused, as a stable code. */
  reason: string
  message: string
  data: T
}

export interface Call {
  who: string
  method: string
  path: string
  status: number
  reason: string
  message: string
  milliseconds: number
}

interface Body<T> {
  message: string
  data: (T & { reason?: string }) | null
}

/** Somebody who uses the service over HTTP, logged in when they have to be. */
export class Person {
  id = 0
  /** Then there is no use in trying to log in. */
  isDisabled = false
  #token = ''

  constructor(
    readonly name: string,
    readonly url: string,
    private readonly credentials: { username: string; password: string },
    private readonly onCall: (call: Call) => void = () => undefined
  ) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const began = grantedTime.now()
    const answer = await this.#authenticated<T>(method, path, body)
    const { status, reason, message } = answer
    const milliseconds = grantedTime.now() - began
    this.onCall({ who: this.name, method, path, status, reason, message, milliseconds })

    return answer
  }

  /** @throws when it is refused */
  async need<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, message, data } = await this.call<T>(method, path, body)
    if (status !== 200) throw new Error(`${this.name}: ${method} ${path}: ${status} ${message}`)

    return data
  }

  async bytes(path: string): Promise<Uint8Array> {
    let response = await this.#request('GET', path)
    if (response.status === 401 && (await this.logIn())) response = await this.#request('GET', path)
    if (!response.ok) throw new Error(`${this.name}: GET ${path}: ${response.status}`)

    return new Uint8Array(await response.arrayBuffer())
  }

  async logIn(): Promise<boolean> {
    this.#token = ''
    const answer = await this.#read<{ accessToken: string }>(
      this.#request('POST', '/app/auth/login', this.credentials)
    )
    if (answer.status === 200) this.#token = answer.data.accessToken

    return answer.status === 200
  }

  async #authenticated<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const answer = await this.#read<T>(this.#request(method, path, body))
    if (answer.status !== 401 || this.isDisabled || !(await this.logIn())) return answer

    return this.#read<T>(this.#request(method, path, body))
  }

  async #read<T>(request: Promise<Response>): Promise<Answer<T>> {
    try {
      const response = await request
      const { message, data } = (await response.json()) as Body<T>

      return { status: response.status, reason: data?.reason ?? '', message, data: data as T }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return { status: 0, reason: '', message: String(error.cause ?? error), data: null as T }
    }
  }

  #request(method: string, path: string, body?: unknown): Promise<Response> {
    const isForm = body instanceof FormData
    return fetch(this.url + path, {
      method,
      headers: {
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: isForm || body === undefined ? body : JSON.stringify(body),
    })
  }
}
