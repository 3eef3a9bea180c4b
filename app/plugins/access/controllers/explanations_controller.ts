import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { scopedTables } from '#kernel/data_scope/main'
import { ok } from '#kernel/http/main'
import { ExplainAccess } from '../explain/explain_access.js'
import { explainValidator } from '../validators/explain_validators.js'

export default class ExplanationsController {
  async resources() {
    return ok(scopedTables().sort())
  }

  @inject()
  async store({ request }: HttpContext, explainAccess: ExplainAccess) {
    return ok(await explainAccess.handle(await request.validateUsing(explainValidator)))
  }
}
