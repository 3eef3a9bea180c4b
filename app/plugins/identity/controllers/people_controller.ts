import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { Directory } from '../queries/directory.js'
import { peopleValidator } from '../validators/people_validators.js'

export default class PeopleController {
  @inject()
  async index({ operator, request }: HttpContext, directory: Directory) {
    return ok(await directory.page(operator, await request.validateUsing(peopleValidator)))
  }
}
