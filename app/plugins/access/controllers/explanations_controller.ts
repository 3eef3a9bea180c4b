import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { scopedTables } from '#kernel/data_scope/main'
import { answerLanguage, ok } from '#kernel/http/main'
import { translated } from '#kernel/languages/main'
import { ExplainAccess } from '../explain/explain_access.js'
import { explainValidator } from '../validators/explain_validators.js'

export default class ExplanationsController {
  async resources() {
    return ok(scopedTables().sort())
  }

  @inject()
  async store(ctx: HttpContext, explainAccess: ExplainAccess) {
    const question = await ctx.request.validateUsing(explainValidator)
    return ok(translated(await explainAccess.handle(question), answerLanguage(ctx)))
  }
}
