import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { HandleCallback } from '../callbacks/handle_callback.js'
import { urlToken } from './url_token.js'

export default class CallbackController {
  @inject()
  async store(ctx: HttpContext, handleCallback: HandleCallback) {
    const { request } = ctx
    const { message, data } = await handleCallback.handle({
      documentId: idParam(ctx),
      token: urlToken(ctx),
      body: request.body(),
      authorization: request.header('authorization'),
    })
    return { error: 0, code: 200, message, data }
  }
}
