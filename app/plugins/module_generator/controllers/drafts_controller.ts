import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { DraftPlan } from '../drafting/draft_plan.js'
import { draftValidator } from '../validators/generator_validators.js'

export default class DraftsController {
  @inject()
  async store({ request }: HttpContext, draft: DraftPlan) {
    return ok(await draft.handle(await request.validateUsing(draftValidator)))
  }
}
