import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { CheckModulePlan } from '../actions/check_module_plan.js'
import { DownloadModule } from '../actions/download_module.js'
import { PreviewModule } from '../actions/preview_module.js'
import { pageDescriptionSchema } from '../page/page_schema.js'
import { planSchema } from '../plan/plan_schema.js'
import { planValidator } from '../validators/generator_validators.js'

export default class PlansController {
  async schema() {
    return ok({
      plan: { $id: 'urn:chancery:module-plan:1', ...planSchema },
      page: pageDescriptionSchema,
    })
  }

  @inject()
  async validate({ request }: HttpContext, plans: CheckModulePlan) {
    const { plan } = await request.validateUsing(planValidator)
    const { faults, warnings } = await plans.check(plan)
    return ok({ valid: faults.length === 0, errors: faults, warnings })
  }

  @inject()
  async preview({ request }: HttpContext, preview: PreviewModule) {
    const { plan } = await request.validateUsing(planValidator)
    return ok(await preview.handle(plan))
  }

  @inject()
  async download({ request, response }: HttpContext, download: DownloadModule) {
    const { plan } = await request.validateUsing(planValidator)
    const { name, content } = await download.handle(plan)
    response.header('content-type', 'application/zip')
    response.header('content-disposition', `attachment; filename="${name}.zip"`)
    return response.send(content)
  }
}
