import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { ManageTemplates } from '../actions/manage_templates.js'
import { templateRow } from '../transformers/template_transformer.js'
import { templateStatusValidator } from '../validators/template_validators.js'

export default class TemplateStatusController {
  @inject()
  async update(ctx: HttpContext, templates: ManageTemplates) {
    const { status } = await ctx.request.validateUsing(templateStatusValidator)
    return ok(templateRow(await templates.setStatus(idParam(ctx), status)))
  }
}
