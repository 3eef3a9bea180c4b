import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { FileStore, sendFile } from '#plugins/files/main'
import { OwnConversions } from '../queries/own_conversions.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'

export default class ConversionContentController {
  @inject()
  async show(
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
