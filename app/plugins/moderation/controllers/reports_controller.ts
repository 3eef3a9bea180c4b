import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam, ok } from '#kernel/http/main'
import { Reports } from '../actions/reports.js'
import { reportListing } from '../queries/report_listing.js'
import {
  outcomeValidator,
  reportListValidator,
  reportValidator,
} from '../validators/moderation_validators.js'

export default class ReportsController {
  async index({ request }: HttpContext) {
    const query = await request.validateUsing(reportListValidator)
    return ok(await reportListing.page({ closed: false, ...query }))
  }

  @inject()
  async store(ctx: HttpContext, reports: Reports) {
    const { reason } = await ctx.request.validateUsing(reportValidator)
    const place = { conversationId: idParam(ctx), seq: idParam(ctx, 'seq') }
    await reports.make(ctx.operator.id, { ...place, reason })
    return ok()
  }

  @inject()
  async close(ctx: HttpContext, reports: Reports) {
    await reports.close(idParam(ctx), await ctx.request.validateUsing(outcomeValidator))
    return ok()
  }
}
