import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { FileStore, sendFile, UploadReceiver } from '#plugins/files/main'
import { ManageTemplates } from '../actions/manage_templates.js'
import DocumentTemplate from '../models/document_template.js'
import { templateListing } from '../listings/template_listing.js'
import { templateRow } from '../transformers/template_transformer.js'
import {
  createTemplateValidator,
  templateListValidator,
  templateStatusValidator,
} from '../validators/template_validators.js'
import { renameValidator, titleOfFile, uploadedValidator } from '../validators/title_field.js'
import { DocumentVersions } from '../versions/document_versions.js'

export default class TemplatesController {
  async index({ request }: HttpContext) {
    return ok(await templateListing.page(await request.validateUsing(templateListValidator)))
  }

  @inject()
  async store(ctx: HttpContext, receiver: UploadReceiver, templates: ManageTemplates) {
    const { request } = ctx
    if (!request.is(['multipart/form-data'])) {
      const { title, fileType } = await request.validateUsing(createTemplateValidator)
      return ok(templateRow(await templates.create(title, { kind: 'blank', fileType })))
    }

    await using upload = await receiver.receive(ctx)
    const { title } = await request.validateUsing(uploadedValidator)
    const called = title ?? titleOfFile(upload.name)
    return ok(templateRow(await templates.create(called, { kind: 'upload', upload })))
  }

  async show(ctx: HttpContext) {
    return ok(templateRow(await DocumentTemplate.findOrFail(idParam(ctx))))
  }

  @inject()
  async update(ctx: HttpContext, templates: ManageTemplates) {
    const { title } = await ctx.request.validateUsing(renameValidator)
    return ok(templateRow(await templates.rename(idParam(ctx), title)))
  }

  @inject()
  async destroy(ctx: HttpContext, templates: ManageTemplates) {
    await templates.delete(idParam(ctx))
    return ok()
  }

  @inject()
  async setStatus(ctx: HttpContext, templates: ManageTemplates) {
    const { status } = await ctx.request.validateUsing(templateStatusValidator)
    return ok(templateRow(await templates.setStatus(idParam(ctx), status)))
  }

  @inject()
  async content(ctx: HttpContext, versions: DocumentVersions, store: FileStore) {
    const template = await DocumentTemplate.findOrFail(idParam(ctx))
    const file = await versions.fileOf(template)
    await sendFile(ctx, store, file, `${template.title}.${template.fileType}`)
  }
}
