import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { securityEventListing } from '../queries/security_event_listing.js'
import { securityEventListValidator } from '../validators/security_validators.js'

export default class SecurityEventsController {
  async index({ request }: HttpContext) {
    return ok(
      await securityEventListing.page(await request.validateUsing(securityEventListValidator))
    )
  }
}
