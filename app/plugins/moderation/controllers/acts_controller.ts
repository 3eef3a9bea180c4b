import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { actListing } from '../queries/act_listing.js'
import { actListValidator } from '../validators/moderation_validators.js'

export default class ActsController {
  async index({ request }: HttpContext) {
    return ok(await actListing.page(await request.validateUsing(actListValidator)))
  }
}
