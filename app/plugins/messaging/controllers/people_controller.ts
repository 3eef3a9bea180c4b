import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { Acquaintances } from '../queries/acquaintances.js'
import { peopleValidator } from '../validators/messaging_validators.js'

export default class PeopleController {
  @inject()
  async index({ operator, request }: HttpContext, acquaintances: Acquaintances) {
    const { ids } = await request.validateUsing(peopleValidator)
    return ok(await acquaintances.among(operator.id, ids))
  }
}
