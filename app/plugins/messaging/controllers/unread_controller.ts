import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { UnreadTotal } from '../queries/unread.js'

export default class UnreadController {
  @inject()
  async show({ operator }: HttpContext, total: UnreadTotal) {
    return ok(await total.messages(operator.id))
  }
}
