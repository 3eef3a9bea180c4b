import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { blankFile } from '#plugins/documents/blank/blank_file'

export interface ReceivedRequest {
  method: string
  /** Names in the order and spelling in which they came. */
  headerNames: string[]
  headers: Record<string, string>
  bodyText: string
}

export interface ScriptedReply {
  status: number
  body?: string
}

const ACKNOWLEDGED: ScriptedReply = { status: 200, body: '{"error":0}' }
const CONTENT = readFileSync(blankFile('word').path)

/** The application's side of the conversation, reduced to what the server can see of it. */
export class HostDouble {
  readonly received: ReceivedRequest[] = []
  /** Answers to callbacks by status; what is not named here is acknowledged. */
  readonly answers = new Map<number, ScriptedReply>()
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  static async start(): Promise<HostDouble> {
    const host = new HostDouble()
    host.#server.listen(0, '127.0.0.1')
    await once(host.#server, 'listening')
    return host
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  callbacks(status?: number): ReceivedRequest[] {
    return this.received.filter(
      ({ method, bodyText }) =>
        method === 'POST' && (status === undefined || JSON.parse(bodyText).status === status)
    )
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', rawHeaders } = request
    const bodyText = await text(request)
    const headerNames = rawHeaders.filter((_, index) => index % 2 === 0)
    const headers = request.headers as Record<string, string>
    this.received.push({ method, headerNames, headers, bodyText })
    if (method !== 'POST') return void response.end(CONTENT)
    const { status, body } = this.answers.get(JSON.parse(bodyText).status) ?? ACKNOWLEDGED
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
  }
}
