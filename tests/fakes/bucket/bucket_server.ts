import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** As much of S3 as files need: objects by key, ranges and a listing. */
export class BucketServer {
  readonly objects = new Map<string, Buffer>()
  /** How many requests it was sent: each costs money. */
  requests = 0
  /** How it refuses whatever is written. */
  refusesWrites: { status: number; code: string } | null = null
  /** Requests are taken and never answered, or contents are sent by half. */
  hangs: 'silent' | 'midway' | null = null
  readonly #http: Server

  static async start(): Promise<BucketServer> {
    const bucket = new BucketServer()
    bucket.#http.listen(0, '127.0.0.1')
    await once(bucket.#http, 'listening')
    return bucket
  }

  private constructor() {
    this.#http = createServer((request, response) => void this.#answer(request, response))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** How many are open. */
  connections(): Promise<number> {
    return new Promise((answer, fail) => {
      this.#http.getConnections((error, count) => (error ? fail(error) : answer(count)))
    })
  }

  async stop(): Promise<void> {
    this.#http.close()
    this.#http.closeAllConnections()
    await once(this.#http, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++
    if (this.hangs === 'silent') return void request.resume()
    const url = new URL(request.url!, this.url)
    const [, , ...segments] = decodeURIComponent(url.pathname).split('/')
    const key = segments.join('/')
    if (key === '') return void response.end(this.#list())
    if (request.method === 'PUT' && this.refusesWrites) return this.#refuse(request, response)
    if (request.method === 'PUT') {
      this.objects.set(key, await buffer(request))
      return void response.setHeader('ETag', '"x"').end()
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key)
      return void response.writeHead(204).end()
    }
    this.#read(request, response, key)
  }

  #read({ method, headers }: IncomingMessage, response: ServerResponse, key: string): void {
    const object = this.objects.get(key)
    if (!object) return void response.writeHead(404).end()
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
    const part = first === undefined ? object : object.subarray(Number(first), Number(last) + 1)
    const described = { 'Content-Length': part.length, 'Last-Modified': new Date().toUTCString() }
    response.writeHead(first === undefined ? 200 : 206, described)
    if (this.hangs === 'midway' && method !== 'HEAD')
      return void response.write(part.subarray(0, part.length >> 1))
    response.end(method === 'HEAD' ? undefined : part)
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    const { status, code } = this.refusesWrites!
    request.resume()
    response.writeHead(status, { 'Content-Type': 'application/xml' })
    response.end(`<Error><Code>${code}</Code><Message>refused</Message></Error>`)
  }

  #list(): string {
    const contents = [...this.objects].map(
      ([key, { length }]) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><ETag>"x"</ETag><Size>${length}</Size></Contents>`
    )
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}<IsTruncated>false</IsTruncated></ListBucketResult>`
  }
}
