import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { hangUpOf } from '#kernel/http/hang_up'
import { idParam } from '#kernel/http/params'
import { clientKey } from '#kernel/rate_limit/client_key'
import { HandleCallback } from '../callbacks/handle_callback.js'
import { urlToken } from './url_token.js'

const NOTHING = Buffer.alloc(0)

export default class CallbackController {
  @inject()
  async store(ctx: HttpContext, handleCallback: HandleCallback) {
    const { request } = ctx
    const { refused, message, data } = await handleCallback.handle({
      documentId: idParam(ctx),
      client: clientKey(request.ip()),
      token: urlToken(ctx),
      body: ctx.bodyBytes ?? NOTHING,
      authorization: request.header('authorization'),
      signal: hangUpOf(ctx.response),
    })
    return { error: refused ? 1 : 0, code: 200, message, data }
  }
}
