import type { Answer, Desk } from './desk.js'

interface Pair {
  accessToken: string
  refreshToken: string
}

/** Half of an access token's life. */
const FRESH_MS = 30_000

/** The person may not log in. */
export class ShutOut extends Error {}

/** One login, whose tokens are renewed as they run out. */
export class Session {
  #pair: Pair | null = null
  #drawnAt = -Infinity
  #drawing: Promise<string> | null = null

  constructor(
    private readonly desk: Desk,
    private readonly username: string,
    private readonly password: string
  ) {}

  /** @throws ShutOut */
  token(): Promise<string> {
    if (this.#pair && performance.now() - this.#drawnAt < FRESH_MS)
      return Promise.resolve(this.#pair.accessToken)
    return this.renewed()
  }

  /** Another one than before. @throws ShutOut */
  renewed(): Promise<string> {
    this.#drawing ??= this.#draw().finally(() => (this.#drawing = null))
    return this.#drawing
  }

  /** One's own request; asked once more where the session is over. @throws ShutOut */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.desk.ask(method, path, await this.token(), body)
    if (answer.status !== 401) return answer
    return this.desk.ask(method, path, await this.renewed(), body)
  }

  async #draw(): Promise<string> {
    const { refreshToken } = this.#pair ?? {}
    this.#pair = null
    const renewed = refreshToken
      ? await this.desk.ask('POST', '/app/auth/refresh', null, { refreshToken })
      : null
    const { status, data, told } = renewed?.status === 200 ? renewed : await this.#logIn()
    if (status !== 200) throw new ShutOut(`${this.username} is not let in: ${status} ${told}`)
    this.#pair = data as Pair
    this.#drawnAt = performance.now()
    return this.#pair.accessToken
  }

  #logIn(): Promise<Answer> {
    const { username, password } = this
    return this.desk.ask('POST', '/app/auth/login', null, { username, password })
  }
}
