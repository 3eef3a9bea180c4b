import type { HttpContext } from '@adonisjs/core/http'
import { idParam, ok } from '#kernel/http/main'
import { readSettings } from '#kernel/settings/main'
import Visit from '../models/visit.js'
import { visitSettings } from '../settings.js'
import { newVisit, visitForList } from '../visit.js'

const { VISITS_LISTED: most } = readSettings(visitSettings)

export default class VisitsController {
  async index() {
    const visits = await Visit.query().orderBy('arrivesAt', 'desc').orderBy('id').limit(most)
    return ok(visits.map(visitForList))
  }

  async store({ request }: HttpContext) {
    const visit = await Visit.create(await request.validateUsing(newVisit))
    return ok(visitForList(visit))
  }

  async destroy(ctx: HttpContext) {
    const visit = await Visit.findOrFail(idParam(ctx))
    await visit.delete()
    return ok()
  }
}
