import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/params'
import { FileStore, sendFile } from '#plugins/files/main'
import DocumentTemplate from '../models/document_template.js'
import { DocumentVersions } from '../versions/document_versions.js'

export default class TemplateContentController {
  @inject()
  async show(ctx: HttpContext, versions: DocumentVersions, store: FileStore) {
    const template = await DocumentTemplate.findOrFail(idParam(ctx))
    const file = await versions.fileOf(template)
    await sendFile(ctx, store, file, `${template.title}.${template.fileType}`)
  }
}
