import { ServerResponse, type IncomingMessage } from 'node:http'
import { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'

/** Makes the HTTP context and container scope of an upgrade; the socket keeps both for its life. */
export class UpgradeContexts {
  constructor(private readonly app: ApplicationService) {}

  async open(incoming: IncomingMessage): Promise<HttpContext> {
    const server = await this.app.container.make('server')
    const outgoing = new ServerResponse(incoming)
    const resolver = this.app.container.createResolver()
    const ctx = server.createHttpContext(
      server.createRequest(incoming, outgoing),
      server.createResponse(incoming, outgoing),
      resolver
    )
    resolver.bindValue(HttpContext, ctx)
    return ctx
  }
}
