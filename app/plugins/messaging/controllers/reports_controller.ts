import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { CloseReport } from '../reports/close_report.js'
import { ReportMessage } from '../reports/report_message.js'
import { Reports } from '../reports/reports.js'
import {
  closeReportValidator,
  reportListValidator,
  reportValidator,
} from '../validators/report_validators.js'

export default class ReportsController {
  @inject()
  async index({ request }: HttpContext, reports: Reports) {
    return ok(await reports.page(await request.validateUsing(reportListValidator)))
  }

  @inject()
  async store(ctx: HttpContext, reportMessage: ReportMessage) {
    const { reason } = await ctx.request.validateUsing(reportValidator)
    const place = { conversationId: idParam(ctx), seq: idParam(ctx, 'seq') }
    await reportMessage.handle(ctx.operator.id, place, reason)
    return ok()
  }

  @inject()
  async close(ctx: HttpContext, closeReport: CloseReport) {
    await closeReport.handle(idParam(ctx), await ctx.request.validateUsing(closeReportValidator))
    return ok()
  }
}
