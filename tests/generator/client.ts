/** Part of the steps that long work tells of. */
export interface Step {
  step: string
  state: 'started' | 'done' | 'failed'
  milliseconds: number
}

export interface Answer {
  status: number
  message: string
  data: unknown
}

/** Talks to a running service as its administrator. */
export class Administrator {
  #token = ''
  /** How many requests were answered. */
  asked = 0

  constructor(readonly origin: string) {}

  async logIn(password: string): Promise<void> {
    this.#token = ''
    const body = { username: 'admin', password }
    const { accessToken } = await this.get<{ accessToken: string }>('POST', '/app/auth/login', body)
    this.#token = accessToken
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.#send(method, path, body)
    const { message, data } = (await response.json()) as Answer
    return { status: response.status, message, data }
  }

  /** @throws where the answer is no success */
  async get<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const answer = await this.ask(method, path, body)
    return successOf<Data>(`${method} ${path}`, answer)
  }

  /**
   * Long work, followed by its server-sent events.
   *
   * @throws where it ends in a failure
   */
  async follow<Data>(method: string, path: string, body?: unknown): Promise<[Data, Step[]]> {
    const response = await this.#send(method, path, body, { accept: 'text/event-stream' })
    const text = await response.text()
    if (!response.headers.get('content-type')?.includes('text/event-stream'))
      throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 2_000)}`)

    const events = text.split('\n\n').filter((event) => event !== '')
    const parts = events.map((event) => {
      const [name, data] = event.split('\n').map((line) => line.slice(line.indexOf(':') + 2))
      return { name, data: JSON.parse(data!) as Step & { code: number } & Answer }
    })
    const { name, data } = parts.pop()!
    const steps = parts.map((part) => part.data).filter(({ state }) => state !== 'started')
    if (name !== 'done') throw failure(`${method} ${path}`, { ...data, status: data.code })
    return [data.data as Data, steps]
  }

  async upload(path: string, name: string, content: string): Promise<{ id: number }> {
    const body = new FormData()
    body.append('file', new Blob([content]), name)
    const response = await this.#send('POST', path, body)
    const answer = (await response.json()) as Answer
    return successOf(`POST ${path}`, { ...answer, status: response.status })
  }

  async #send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    this.asked += 1
    const form = body instanceof FormData
    return fetch(this.origin + path, {
      method,
      headers: {
        ...headers,
        ...(!form && body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
  }
}

function successOf<Data>(asked: string, answer: Answer): Data {
  if (answer.status === 200) return answer.data as Data
  throw failure(asked, answer)
}

function failure(asked: string, { status, message, data }: Answer): Error {
  return new Error(
    `${asked} answered ${status}: ${message} ${JSON.stringify(data)}`.slice(0, 4_000)
  )
}
