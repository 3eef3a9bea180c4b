import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, clientAbortSignal } from '#kernel/http/main'
import { MessageSearch } from '../search/message_search.js'
import { searchValidator } from '../validators/messaging_validators.js'

export default class SearchController {
  @inject()
  async index({ operator, request, response }: HttpContext, search: MessageSearch) {
    const query = await request.validateUsing(searchValidator)
    return ok(await search.page(operator.id, query, clientAbortSignal(response)))
  }
}
