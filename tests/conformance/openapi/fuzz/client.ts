import type { Answer } from '#tests/helpers/described_responses/described_answers'
import type { Actors, Credentials } from './actors.js'
import { Exchange } from './exchange.js'
import type { Actor, MadeRequest } from './made_request.js'

/** Sends made requests, one at a time, and logs actors in again whose sessions they ended. */
export class FuzzClient {
  readonly #exchange: Exchange
  readonly #tokens = new Map<Actor, string>()

  constructor(
    root: URL,
    private readonly actors: Actors
  ) {
    this.#exchange = new Exchange(root)
  }

  async send(made: MadeRequest): Promise<Answer> {
    const { method, target, body } = made
    const token = await this.#tokenOf(made.actor)
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': body.type } : {}),
    }
    const answer = await this.#exchange.send({ method, target, headers, body: body?.bytes })
    if (answer.status === 401 || endsSessions(made)) this.#tokens.delete(made.actor)
    return answer
  }

  close(): void {
    this.#exchange.close()
  }

  async #tokenOf(actor: Actor): Promise<string | undefined> {
    if (actor === 'impostor') return 'a.b.c'
    const credentials = this.actors.credentialsOf(actor)
    if (!credentials) return undefined

    const known = this.#tokens.get(actor)
    if (known) return known
    const token = (await this.#logIn(credentials)) ?? (await this.#revived(actor, credentials))
    this.#tokens.set(actor, token)
    return token
  }

  async #revived(actor: Actor, credentials: Credentials): Promise<string> {
    await this.actors.revive(actor)
    const token = await this.#logIn(credentials)
    if (!token) throw new Error(`the ${actor} cannot log in any more`)
    return token
  }

  async #logIn(credentials: Credentials): Promise<string | undefined> {
    const body = Buffer.from(JSON.stringify(credentials))
    const headers = { 'content-type': 'application/json' }
    const target = '/app/auth/login'
    const answer = await this.#exchange.send({ method: 'POST', target, headers, body })
    return answer.status === 200 ? JSON.parse(answer.body.toString()).data.accessToken : undefined
  }
}

function endsSessions({ target }: MadeRequest): boolean {
  return target.startsWith('/app/auth/')
}
