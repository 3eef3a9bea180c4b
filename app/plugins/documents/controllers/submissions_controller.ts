import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { ReplaceHandlers } from '../actions/replace_handlers.js'
import { ReviewDocument } from '../actions/review_document.js'
import { SubmitDocument } from '../actions/submit_document.js'
import { WithdrawSubmission } from '../actions/withdraw_submission.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ReviewList } from '../queries/review_list.js'
import { documentRow } from '../transformers/document_transformer.js'
import {
  dropValidator,
  reviewListValidator,
  reviewValidator,
  submitValidator,
} from '../validators/document_validators.js'

export default class SubmissionsController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, reviews: ReviewList) {
    const query = await ctx.request.validateUsing(reviewListValidator)
    const document = await documents.findForReading(idParam(ctx))
    return ok(await reviews.page(document, query))
  }

  @inject()
  async store(ctx: HttpContext, documents: ReachableDocuments, submitDocument: SubmitDocument) {
    const { handlerIds } = await ctx.request.validateUsing(submitValidator)
    const { drop } = await ctx.request.validateUsing(dropValidator)
    const document = await documents.find(idParam(ctx))
    const submitted = await submitDocument.handle(document, handlerIds ?? [], drop === 'true')
    return ok(documentRow(submitted))
  }

  @inject()
  async update(ctx: HttpContext, documents: ReachableDocuments, replaceHandlers: ReplaceHandlers) {
    const { handlerIds } = await ctx.request.validateUsing(submitValidator)
    const document = await documents.find(idParam(ctx))
    return ok(documentRow(await replaceHandlers.handle(document, handlerIds ?? [])))
  }

  @inject()
  async destroy(ctx: HttpContext, documents: ReachableDocuments, withdraw: WithdrawSubmission) {
    const { id } = await documents.find(idParam(ctx))
    return ok(documentRow(await withdraw.handle(id)))
  }

  @inject()
  async review(ctx: HttpContext, documents: ReachableDocuments, reviewDocument: ReviewDocument) {
    const { comment = null, ...decided } = await ctx.request.validateUsing(reviewValidator)
    const { id } = await documents.findForReading(idParam(ctx))
    return ok(documentRow(await reviewDocument.handle(id, { ...decided, comment })))
  }
}
