import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerLanguage, ok, idParam } from '#kernel/http/main'
import { FileStore, sendFile } from '#plugins/files/main'
import { RequestConversion } from '../conversion/request_conversion.js'
import { OwnConversions } from '../queries/own_conversions.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { conversionRow } from '../transformers/conversion_transformer.js'
import { conversionValidator } from '../validators/conversion_validators.js'

export default class ConversionsController {
  @inject()
  async store(ctx: HttpContext, documents: ReachableDocuments, request: RequestConversion) {
    const { as: result = 'download', ...wish } =
      await ctx.request.validateUsing(conversionValidator)
    const document = await documents.findForReading(idParam(ctx))
    return ok(
      conversionRow(await request.handle(document, { ...wish, result }), answerLanguage(ctx))
    )
  }

  @inject()
  async show(ctx: HttpContext, documents: ReachableDocuments, conversions: OwnConversions) {
    const document = await documents.findForReading(idParam(ctx))
    return ok(
      conversionRow(await conversions.find(document, idParam(ctx, 'cid')), answerLanguage(ctx))
    )
  }

  @inject()
  async destroy(ctx: HttpContext, documents: ReachableDocuments, conversions: OwnConversions) {
    const document = await documents.findForReading(idParam(ctx))
    const conversion = await conversions.find(document, idParam(ctx, 'cid'))
    return ok(conversionRow(await conversions.cancel(conversion), answerLanguage(ctx)))
  }

  @inject()
  async content(
    ctx: HttpContext,
    documents: ReachableDocuments,
    conversions: OwnConversions,
    store: FileStore
  ) {
    const document = await documents.findForReading(idParam(ctx))
    const conversion = await conversions.find(document, idParam(ctx, 'cid'))
    const file = await conversions.fileOf(conversion)
    await sendFile(ctx, store, file, `${conversion.title}.${conversion.toType}`)
  }
}
