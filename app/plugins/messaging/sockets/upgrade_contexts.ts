import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'

/** What is kept of an upgrade once its socket is open. */
export interface Upgrade {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const KEPT = [
  'host',
  'origin',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** Makes the HTTP context and container scope of upgrades, and again those of the sockets they became. */
export class UpgradeContexts {
  async open(incoming: IncomingMessage): Promise<HttpContext> {
    const server = await app.container.make('server')
    const outgoing = new ServerResponse(incoming)
    const resolver = app.container.createResolver()
    const ctx = server.createHttpContext(
      server.createRequest(incoming, outgoing),
      server.createResponse(incoming, outgoing),
      resolver
    )
    resolver.bindValue(HttpContext, ctx)
    return ctx
  }

  /**
   * A request and a response are half of what an idle socket would cost: of the thousands that only listen, no more
   * than this is kept.
   */
  keep({ request }: HttpContext): Upgrade {
    const headers: Record<string, string> = { 'x-request-id': request.id()! }
    for (const name of KEPT) {
      const value = request.header(name)
      if (value !== undefined) headers[name] = value
    }
    return { url: request.url(), headers }
  }

  /** The context of an open socket. */
  reopen({ url, headers }: Upgrade, socket: Duplex): Promise<HttpContext> {
    const incoming = new IncomingMessage(socket as Socket)
    incoming.method = 'GET'
    incoming.url = url
    Object.assign(incoming.headers, headers)
    return this.open(incoming)
  }
}
