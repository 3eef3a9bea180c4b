import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Logger } from '@adonisjs/core/logger'
import { E_MISSING_SETTING } from '#kernel/settings/main'
import type { MetricsText } from './metrics_text.js'

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
    private readonly text: MetricsText,
    private readonly logger: Logger
  ) {
    const times = { headersTimeout: LONGEST_REQUEST_MS, requestTimeout: LONGEST_REQUEST_MS }
    this.#server = createServer(times, (request, response) => {
      this.#answer(request, response).catch((error) => this.#fail(error, response))
    })
    this.#server.maxConnections = MOST_CONNECTIONS
  }

  /** @throws E_MISSING_SETTING with what is wrong with the address, in a sentence */
  async listen({ port, host }: Address): Promise<void> {
    try {
      this.#server.listen(port, host)
      await once(this.#server, 'listening')
    } catch (error) {
      throw new E_MISSING_SETTING(sentenceOf(error as NodeJS.ErrnoException, { port, host }))
    }
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
    const text = await this.text.write()
    response.setHeader('Cache-Control', 'no-store')
    end(response, 200, text, this.text.type)
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

function sentenceOf({ code }: NodeJS.ErrnoException, { port, host }: Address): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: end the program that listens there, or set METRICS_PORT to another.`
  if (code === 'EACCES')
    return `Port ${port} is not for this user: set METRICS_PORT to one above 1023.`
  return `${host} is no address of this machine: set METRICS_HOST to one of its own, or to 0.0.0.0.`
}
