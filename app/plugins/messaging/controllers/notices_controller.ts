import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { SendNotice } from '../actions/send_notice.js'
import { noticeValidator } from '../validators/messaging_validators.js'

export default class NoticesController {
  @inject()
  async store({ operator, request }: HttpContext, sendNotice: SendNotice) {
    return ok(await sendNotice.handle(operator.id, await request.validateUsing(noticeValidator)))
  }
}
