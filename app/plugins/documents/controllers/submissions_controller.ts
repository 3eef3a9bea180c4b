import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { SubmitDocument } from '../actions/submit_document.js'
import { ReachableDocuments } from '../queries/reachable_documents.js'
import { documentRow } from '../transformers/document_transformer.js'
import { submitValidator } from '../validators/document_validators.js'

export default class SubmissionsController {
  @inject()
  async store(ctx: HttpContext, documents: ReachableDocuments, submitDocument: SubmitDocument) {
    const { handlerIds } = await ctx.request.validateUsing(submitValidator)
    const { id } = await documents.find(idParam(ctx))
    return ok(documentRow(await submitDocument.handle(id, handlerIds ?? [])))
  }
}
