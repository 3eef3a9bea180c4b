import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { ReviewDocument } from '../actions/review_document.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { documentRow } from '../transformers/document_transformer.js'
import { reviewValidator } from '../validators/document_validators.js'

export default class ReviewsController {
  @inject()
  async store(ctx: HttpContext, documents: ReachableDocuments, reviewDocument: ReviewDocument) {
    const { comment = null, ...decided } = await ctx.request.validateUsing(reviewValidator)
    const { id } = await documents.findForReading(idParam(ctx))
    return ok(documentRow(await reviewDocument.handle(id, { ...decided, comment })))
  }
}
