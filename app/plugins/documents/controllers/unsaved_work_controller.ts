import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { AbandonWork } from '../actions/abandon_work.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { dropValidator } from '../validators/document_validators.js'

export default class UnsavedWorkController {
  @inject()
  async destroy(ctx: HttpContext, documents: ReachableDocuments, abandonWork: AbandonWork) {
    const { drop } = await ctx.request.validateUsing(dropValidator)
    const document = await documents.findWherever(idParam(ctx))
    await abandonWork.handle(document, drop === 'true')
    return ok()
  }
}
