export interface Answer<T> {
  status: number
  /** Why it was refused, as a stable code. */
  reason: string
  message: string
  data: T
}

interface Body<T> {
  message: string
  data: (T & { reason?: string }) | null
}

/** Somebody who uses the service over HTTP, logged in when they have to be. */
export class Person {
  id = 0
  isDisabled = false
  #token = ''

  constructor(
    readonly name: string,
    readonly url: string,
    private readonly credentials: { username: string; password: string }
  ) {}

  /** @throws when the service fails; 503 is an answer */
  async call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const first = await this.#request<T>(method, path, body)
    const isAgain = first.status === 401 && !this.isDisabled && (await this.logIn())
    const answer = isAgain ? await this.#request<T>(method, path, body) : first
    if (answer.status >= 500 && answer.status !== 503)
      throw new Error(`${this.name}: ${method} ${path}: ${answer.status} ${answer.message}`)
    return answer
  }

  /** @throws when it is refused */
  async need<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, message, data } = await this.call<T>(method, path, body)
    if (status !== 200) throw new Error(`${this.name}: ${method} ${path}: ${status} ${message}`)
    return data
  }

  async logIn(): Promise<boolean> {
    this.#token = ''
    const path = '/app/auth/login'
    const answer = await this.#request<{ accessToken: string }>('POST', path, this.credentials)
    if (answer.status === 200) this.#token = answer.data.accessToken
    return answer.status === 200
  }

  async #request<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const { message, data } = (await response.json()) as Body<T>
    return { status: response.status, reason: data?.reason ?? '', message, data: data as T }
  }
}
