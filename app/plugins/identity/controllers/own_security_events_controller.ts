import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { ownEventListing } from '../queries/own_event_listing.js'
import { ownEvent } from '../transformers/security_event_transformer.js'
import { ownEventsValidator } from '../validators/identity_validators.js'

export default class OwnSecurityEventsController {
  async index({ request }: HttpContext) {
    const page = await ownEventListing.page(await request.validateUsing(ownEventsValidator))
    return ok({ ...page, items: page.items.map(ownEvent) })
  }
}
