import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** As much of S3 as files need: objects by key, and ranges. */
export class BucketServer {
  readonly objects = new Map<string, Buffer>()
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

  async stop(): Promise<void> {
    this.#http.close()
    this.#http.closeAllConnections()
    await once(this.#http, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.hangs === 'silent') return void request.resume()
    const url = new URL(request.url!, this.url)
    const [, , ...segments] = decodeURIComponent(url.pathname).split('/')
    const key = segments.join('/')
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
}
