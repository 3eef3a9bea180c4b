import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { MessageSearch } from '../search/message_search.js'
import { searchValidator } from '../validators/messaging_validators.js'

export default class SearchController {
  @inject()
  async index({ operator, request }: HttpContext, search: MessageSearch) {
    const query = await request.validateUsing(searchValidator)
    return ok(await search.page(operator.id, query))
  }
}
