import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { E_VALIDATION } from '#kernel/errors/main'
import { sendStream, UploadReceiver } from '#plugins/files/main'
import { CreateDocument } from '../actions/create_document.js'
import { DeleteDocument } from '../actions/delete_document.js'
import { DeleteDocuments } from '../actions/delete_documents.js'
import { ExportDocument } from '../actions/export_document.js'
import { RenameDocument } from '../actions/rename_document.js'
import type { BlankType } from '../document_types.js'
import { DocumentDetails } from '../queries/document_details.js'
import { DocumentList } from '../queries/document_list.js'
import { LogLines } from '../queries/log_lines.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { documentRow } from '../transformers/document_transformer.js'
import {
  createDocumentValidator,
  deleteDocumentsValidator,
  documentListValidator,
  dropValidator,
  logListValidator,
} from '../validators/document_validators.js'
import { renameValidator, titleOfFile, uploadedValidator } from '../validators/title_field.js'
import type { DocumentSource } from '../versions/document_sources.js'

export default class DocumentsController {
  @inject()
  async index({ request, operator }: HttpContext, list: DocumentList) {
    const query = await request.validateUsing(documentListValidator)
    return ok(await list.page(query, operator))
  }

  @inject()
  async store(ctx: HttpContext, receiver: UploadReceiver, createDocument: CreateDocument) {
    const { request } = ctx
    if (!request.is(['multipart/form-data'])) {
      const body = await request.validateUsing(createDocumentValidator)
      return ok(documentRow(await createDocument.handle(body.title, jsonSource(body))))
    }

    await using upload = await receiver.receive(ctx)
    const { title } = await request.validateUsing(uploadedValidator)
    const source = { kind: 'upload' as const, upload }
    const called = title ?? titleOfFile(upload.name)
    return ok(documentRow(await createDocument.handle(called, source)))
  }

  @inject()
  async show(ctx: HttpContext, documents: ReachableDocuments, details: DocumentDetails) {
    return ok(await details.of(await documents.findForReading(idParam(ctx)), ctx.operator))
  }

  @inject()
  async update(ctx: HttpContext, documents: ReachableDocuments, renameDocument: RenameDocument) {
    const { title } = await ctx.request.validateUsing(renameValidator)
    const { id } = await documents.find(idParam(ctx))
    return ok(documentRow(await renameDocument.handle(id, title)))
  }

  @inject()
  async destroy(ctx: HttpContext, documents: ReachableDocuments, deleteDocument: DeleteDocument) {
    const { drop } = await ctx.request.validateUsing(dropValidator)
    const { id } = await documents.find(idParam(ctx))
    await deleteDocument.handle(id, drop === 'true')
    return ok()
  }

  @inject()
  async destroyMany({ request }: HttpContext, deleteDocuments: DeleteDocuments) {
    const { ids, drop } = await request.validateUsing(deleteDocumentsValidator)
    await deleteDocuments.handle(ids, drop === 'true')
    return ok()
  }

  @inject()
  async logs(ctx: HttpContext, documents: ReachableDocuments, logLines: LogLines) {
    const query = await ctx.request.validateUsing(logListValidator)
    const document = await documents.findForReading(idParam(ctx))
    return ok(await logLines.page(document, query))
  }

  @inject()
  async export(ctx: HttpContext, documents: ReachableDocuments, exportDocument: ExportDocument) {
    const document = await documents.findForReading(idParam(ctx))
    const archive = await exportDocument.handle(document)
    sendStream(ctx, archive, { name: `${document.title}.zip`, mimeType: 'application/zip' })
  }
}

function jsonSource(body: { templateId?: number; fileType?: BlankType }): DocumentSource {
  const { templateId, fileType } = body
  if (templateId === undefined) return { kind: 'blank', fileType: fileType! }
  if (fileType === undefined) return { kind: 'template', templateId }
  const message = 'Name a template or a type, not both'
  throw new E_VALIDATION(undefined, { errors: [{ field: 'fileType', rule: 'one', message }] })
}
