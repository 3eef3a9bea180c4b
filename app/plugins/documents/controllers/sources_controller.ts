import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { extensionOf, withoutExtension } from '#plugins/files/main'
import { SaveAs } from '../actions/save_as.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { SignSource } from '../sources/sign_source.js'
import { documentRow } from '../transformers/document_transformer.js'
import { saveAsValidator, sourceValidator } from '../validators/source_validators.js'

export default class SourcesController {
  @inject()
  async store(ctx: HttpContext, documents: ReachableDocuments, signSource: SignSource) {
    const { c: command, ...wish } = await ctx.request.validateUsing(sourceValidator)
    const document = await documents.findForReading(idParam(ctx))
    const origin = ctx.request.header('origin')
    return ok(await signSource.handle(document, { ...wish, command, origin }))
  }

  @inject()
  async saveAs(ctx: HttpContext, documents: ReachableDocuments, saveAs: SaveAs) {
    const { url, fileType, title } = await ctx.request.validateUsing(saveAsValidator)
    const document = await documents.findForReading(idParam(ctx))
    const called = extensionOf(title) === fileType ? withoutExtension(title) || title : title
    return ok(documentRow(await saveAs.handle(document, { url, fileType, title: called })))
  }
}
