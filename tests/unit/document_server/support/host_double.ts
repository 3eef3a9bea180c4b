import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { blankFile } from '#plugins/documents/blank/blank_file'

export interface ReceivedRequest {
  method: string
  url: string
  /** Names in the order and spelling in which they came. */
  headerNames: string[]
  headers: Record<string, string>
  bodyText: string
}

export interface ScriptedReply {
  status: number
  body?: string
  location?: string
}

export const ACKNOWLEDGED: ScriptedReply = { status: 200, body: '{"error":0}' }
export const DROPPED = 'dropped'

type Answer = ScriptedReply | typeof DROPPED

/** The application's side of the conversation, reduced to what the server can see of it. */
export class HostDouble {
  readonly received: ReceivedRequest[] = []
  content: Uint8Array = readFileSync(blankFile('word').path)
  /** Answers to callbacks by status; what is not named here is acknowledged. */
  readonly answers = new Map<number, Answer>()
  contentStatus = 200
  redirected: ScriptedReply = ACKNOWLEDGED
  readonly #server: Server

  static async start(): Promise<HostDouble> {
    const host = new HostDouble()
    host.#server.listen(0, '127.0.0.1')
    await once(host.#server, 'listening')

    return host
  }

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response))
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

  get contentFetches(): ReceivedRequest[] {
    return this.received.filter(({ url }) => url.startsWith('/app/document/content'))
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bodyText = await text(request)
    this.received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headerNames: request.rawHeaders.filter((_, index) => index % 2 === 0),
      headers: request.headers as Record<string, string>,
      bodyText,
    })
    if (request.method === 'POST') return this.#answer(response, JSON.parse(bodyText).status)
    if (request.url === '/elsewhere') return write(response, this.redirected)

    response
      .writeHead(this.contentStatus)
      .end(this.contentStatus === 200 ? this.content : undefined)
  }

  #answer(response: ServerResponse, status: number): void {
    const answer = this.answers.get(status) ?? ACKNOWLEDGED
    if (answer === DROPPED) return void response.destroy()
    write(response, answer)
  }
}

function write(response: ServerResponse, { status, body, location }: ScriptedReply): void {
  const headers = {
    'Content-Type': 'application/json',
    ...(location ? { Location: location } : {}),
  }
  response.writeHead(status, headers).end(body)
}
