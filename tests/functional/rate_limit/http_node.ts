import { createServer, request as send, type IncomingHttpHeaders, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ServerFactory } from '@adonisjs/core/factories/http'
import type { HttpContext } from '@adonisjs/core/http'
import LimiterMemoryStore from '@adonisjs/limiter/stores/memory'
import { trustedProxies } from '#kernel/http/main'
import { RequestKeys, RequestLimit, RateBuckets, RequestLimiter } from '#kernel/rate_limit/main'
import { startNode, type Node } from '#tests/unit/state/node'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: { code?: number; message?: string; data: Record<string, unknown> | null }
}

interface Options {
  proxies?: string[]
  redisUrl?: string
  perSecond?: number
  /** Whether the node listens for IPv6 too, where IPv4 clients appear as `::ffff:…`. */
  dualStack?: boolean
}

/** A real HTTP server with nothing on it but the limit; it answers what it thinks of the client. */
export class HttpNode {
  private constructor(
    readonly state: Node,
    readonly buckets: RateBuckets,
    readonly server: Server
  ) {}

  static async start({ proxies = [], redisUrl, perSecond = 100, dualStack }: Options = {}) {
    const state = await startNode(redisUrl)
    const { container } = state.app
    const [gate, buckets] = [
      await container.make(RequestLimiter),
      await container.make(RateBuckets),
    ]
    const limit = new RequestLimit(gate, buckets, new SessionKeys(), perSecond)
    container.bindValue(RequestLimit, limit)

    const server = createServer(await listener(state, proxies))
    server.listen(0, dualStack ? '::' : '127.0.0.1')
    await once(server, 'listening')
    return new HttpNode(state, buckets, server)
  }

  async get(headers: Record<string, string> = {}, host = '127.0.0.1', path = '/'): Promise<Answer> {
    const { port } = this.server.address() as AddressInfo
    const outgoing = send({ host, port, path, headers, agent: false }).end()
    const [incoming] = await once(outgoing, 'response')
    let text = ''
    for await (const chunk of incoming) text += chunk
    return { status: incoming.statusCode, headers: incoming.headers, body: JSON.parse(text) }
  }

  async statuses(times: number, headers: Record<string, string> = {}): Promise<number[]> {
    const answers = await Promise.all(Array.from({ length: times }, () => this.get(headers)))
    return answers.map(({ status }) => status)
  }

  async close(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await this.state.close()
  }
}

class SessionKeys extends RequestKeys {
  keysOf(request: HttpContext['request']): readonly string[] {
    const session = request.header('x-session')
    return session ? [`session:${session}`] : []
  }
}

async function listener(state: Node, proxies: string[]) {
  const config = { trustProxy: trustedProxies(proxies) }
  const server = new ServerFactory().merge({ app: state.app, config }).create()
  server.errorHandler(() => import('#kernel/http/exception_handler'))
  server.use([() => import('#kernel/rate_limit/rate_limit_middleware')])
  server.getRouter().any('/', ({ request, passage }: HttpContext) => ({
    data: { ip: request.ip(), stamp: passage?.stamp ?? null },
  }))
  const throttle = new LimiterMemoryStore({ requests: 1, duration: 60 })
  server.getRouter().any('/throttled', () => throttle.consume('everybody'))
  await server.boot()
  return server.handle.bind(server)
}
