import { Agent, request as httpRequest } from 'node:http'
import type { Answer } from '#tests/helpers/described_responses/described_answers'
import type { Actors, Credentials } from './actors.js'
import type { Actor, MadeRequest } from './made_request.js'

const LONGEST_MS = 30_000

/** Sends made requests, one at a time, and logs actors in again whose sessions they ended. */
export class FuzzClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #tokens = new Map<Actor, string>()

  constructor(
    private readonly root: URL,
    private readonly actors: Actors
  ) {}

  async send(made: MadeRequest): Promise<Answer> {
    const token = await this.#tokenOf(made.actor)
    const answer = await this.#exchange(
      made.method,
      made.target,
      {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(made.body ? { 'content-type': made.body.type } : {}),
      },
      made.body?.bytes
    )
    if (answer.status === 401 || endsSessions(made)) this.#tokens.delete(made.actor)
    return answer
  }

  close(): void {
    this.#agent.destroy()
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
    const answer = await this.#exchange('POST', '/app/auth/login', headers, body)
    return answer.status === 200 ? JSON.parse(answer.body.toString()).data.accessToken : undefined
  }

  #exchange(method: string, path: string, headers: Record<string, string>, body?: Buffer) {
    const { hostname, port } = this.root
    const length = body ? { 'content-length': String(body.length) } : {}
    return new Promise<Answer>((resolve, reject) => {
      const options = { hostname, port, method, path, agent: this.#agent, timeout: LONGEST_MS }
      const request = httpRequest(
        { ...options, headers: { ...headers, ...length } },
        (response) => {
          const chunks: Buffer[] = []
          const done = () => {
            const named = response.headers as Record<string, string | undefined>
            resolve({ status: response.statusCode!, headers: named, body: Buffer.concat(chunks) })
          }
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            done()
            return void request.destroy()
          }
          response.on('data', (chunk) => chunks.push(chunk)).on('end', done)
        }
      )
      request.on('timeout', () => request.destroy(new Error('no answer in time')))
      request.on('error', reject)
      request.end(body)
    })
  }
}

function endsSessions({ target }: MadeRequest): boolean {
  return target.startsWith('/app/auth/')
}
