import { Agent, request as httpRequest } from 'node:http'
import type { Answer } from '#tests/helpers/described_responses/described_answers'

const LONGEST_MS = 30_000

export interface Sent {
  method: string
  /** With the query string. */
  target: string
  headers: Readonly<Record<string, string>>
  body?: Buffer
}

/** One connection, over which requests go one at a time and as they are. */
export class Exchange {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(private readonly root: URL) {}

  /** A stream of events is left once it has begun. */
  send({ method, target: path, headers, body }: Sent): Promise<Answer> {
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

  close(): void {
    this.#agent.destroy()
  }
}
