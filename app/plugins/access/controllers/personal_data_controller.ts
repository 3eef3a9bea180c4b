import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { clientDetails } from '#plugins/identity/main'
import { ErasePerson } from '../actions/erase_person.js'
import { erasureView } from '../transformers/erasure_transformer.js'

export default class PersonalDataController {
  @inject()
  async destroy(ctx: HttpContext, erasePerson: ErasePerson) {
    return ok(erasureView(await erasePerson.handle(idParam(ctx), clientDetails(ctx))))
  }
}
