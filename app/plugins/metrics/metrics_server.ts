import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Logger } from '@adonisjs/core/logger'
import type { Registry } from 'prom-client'

export interface Address {
  port: number
  host: string
}

const PATH = '/metrics'
const MOST_CONNECTIONS = 32
const LONGEST_REQUEST_MS = 10_000

/** Shows the metrics on a port of their own: nothing of them is to be had where everybody asks. */
export class MetricsServer {
  readonly #server: Server

  constructor(
    private readonly registry: Registry,
    private readonly logger: Logger
  ) {
    const times = { headersTimeout: LONGEST_REQUEST_MS, requestTimeout: LONGEST_REQUEST_MS }
    this.#server = createServer(times, (request, response) => {
      this.#answer(request, response).catch((error) => this.#fail(error, response))
    })
    this.#server.maxConnections = MOST_CONNECTIONS
  }

  /** @throws NodeJS.ErrnoException */
  async listen({ port, host }: Address): Promise<void> {
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?')
    if (path !== PATH) return end(response, 404, `See ${PATH}`)
    if (request.method !== 'GET') {
      response.setHeader('Allow', 'GET')
      return end(response, 405, 'GET it')
    }
    const text = await this.registry.metrics()
    response.setHeader('Cache-Control', 'no-store')
    end(response, 200, text, this.registry.contentType)
  }

  #fail(error: unknown, response: ServerResponse): void {
    this.logger.error({ err: error }, 'the metrics cannot be shown')
    end(response, 500, 'See the log')
  }
}

function end(response: ServerResponse, status: number, text: string, type = 'text/plain') {
  response.writeHead(status, { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' })
  response.end(text)
}
