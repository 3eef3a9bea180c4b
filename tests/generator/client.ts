/** Talks to a running service as its administrator. */
export class Administrator {
  #token = ''

  constructor(private readonly origin: string) {}

  async logIn(password: string): Promise<void> {
    const { body } = await this.ask('POST', '/app/auth/login', { username: 'admin', password })
    this.#token = (body.data as { accessToken: string }).accessToken
  }

  async ask(method: string, path: string, body?: unknown) {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: unknown; message: string }
    return { status: response.status, body: answer }
  }

  /** @throws where the answer is no success */
  async get<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const { status, body: answer } = await this.ask(method, path, body)
    if (status === 200) return answer.data as Data
    throw new Error(
      `${method} ${path} answered ${status}: ${JSON.stringify(answer).slice(0, 2_000)}`
    )
  }
}
