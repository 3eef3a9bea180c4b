import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { sendStream } from '#plugins/files/main'
import { ExportDocument } from '../actions/export_document.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'

export default class ExportsController {
  @inject()
  async show(ctx: HttpContext, documents: ReachableDocuments, exportDocument: ExportDocument) {
    const document = await documents.findForReading(idParam(ctx))
    const archive = await exportDocument.handle(document)
    sendStream(ctx, archive, { name: `${document.title}.zip`, mimeType: 'application/zip' })
  }
}
