import type { HttpContext } from '@adonisjs/core/http'
import { idParam, ok } from '#kernel/http/main'
import { sendTable } from '#kernel/tables/main'
import { entryColumns } from '../export/entry_columns.js'
import { entryDetails, entryListing } from '../queries/entry_listing.js'
import { entryExportValidator, entryListValidator } from '../validators/audit_validators.js'

export default class AuditController {
  async index({ request }: HttpContext) {
    return ok(await entryListing.page(await request.validateUsing(entryListValidator)))
  }

  async show(ctx: HttpContext) {
    return ok(await entryDetails.findOrFail(idParam(ctx)))
  }

  async export(ctx: HttpContext) {
    const { format, ...query } = await ctx.request.validateUsing(entryExportValidator)
    const rows = entryListing.stream(query)
    await sendTable(ctx, { name: 'audit', columns: entryColumns, rows }, format)
  }
}
