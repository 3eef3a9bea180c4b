import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { LogLines } from '../queries/log_lines.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { logListValidator } from '../validators/document_validators.js'

export default class LogsController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, logLines: LogLines) {
    const query = await ctx.request.validateUsing(logListValidator)
    const document = await documents.findForReading(idParam(ctx))
    return ok(await logLines.page(document, query))
  }
}
