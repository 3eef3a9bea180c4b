import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { MentionList } from '../queries/mention_list.js'
import { UnreadTotal } from '../queries/unread.js'
import { mentionsValidator } from '../validators/messaging_validators.js'

export default class MentionsController {
  @inject()
  async index({ operator, request }: HttpContext, mentions: MentionList) {
    return ok(await mentions.page(operator.id, await request.validateUsing(mentionsValidator)))
  }

  @inject()
  async unread({ operator }: HttpContext, unread: UnreadTotal) {
    return ok(await unread.mentions(operator.id))
  }
}
