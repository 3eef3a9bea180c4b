import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { ReceiveCallback } from '../saves/receive_callback.js'
import { urlToken } from '../editor/url_token.js'

const NOTHING = Buffer.alloc(0)

export default class CallbackController {
  @inject()
  async store(ctx: HttpContext, receiveCallback: ReceiveCallback) {
    const { isTaken, message, data } = await receiveCallback.handle({
      documentId: idParam(ctx),
      token: urlToken(ctx),
      body: ctx.bodyBytes ?? NOTHING,
      authorization: ctx.request.header('authorization'),
    })
    return { error: isTaken ? 0 : 1, code: 200, message, data }
  }
}
