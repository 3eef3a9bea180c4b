import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'
import { takeCredential } from '../admission/credentials.js'
import { SocketAuthenticator } from '../admission/socket_authenticator.js'
import { NoticeStreams } from '../notices/notice_streams.js'
import { eventsValidator } from '../validators/messaging_validators.js'

export default class EventsController {
  /** Browsers' own `EventSource` sends no headers, so a ticket may stand in for them; never a token. */
  @inject()
  async show(ctx: HttpContext, socketAuthenticator: SocketAuthenticator, streams: NoticeStreams) {
    await ctx.request.validateUsing(eventsValidator)
    const credential = takeCredential(ctx.request.request, { queryToken: false })
    const admission = credential && (await socketAuthenticator.admit(credential))
    if (!admission) throw new E_UNAUTHENTICATED()
    await streams.open(ctx, admission)
  }
}
