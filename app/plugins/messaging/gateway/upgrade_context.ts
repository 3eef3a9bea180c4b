import { ServerResponse, type IncomingMessage } from 'node:http'
import { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'

/** The HTTP context of an upgrade, with a container scope of its own. */
export async function upgradeContext(incoming: IncomingMessage): Promise<HttpContext> {
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
