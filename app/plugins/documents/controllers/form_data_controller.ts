import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { idParam } from '#kernel/http/params'
import DocumentFormData from '../models/document_form_data.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { formDataRow } from '../transformers/form_data_transformer.js'

export default class FormDataController {
  @inject()
  async show(ctx: HttpContext, documents: ReachableDocuments) {
    const { id: documentId } = await documents.findForReading(idParam(ctx))
    const versionNo = idParam(ctx, 'no')
    const [submitted, ...earlier] = await DocumentFormData.query()
      .where({ documentId, versionNo })
      .orderBy('id', 'desc')
    if (!submitted) throw new E_NOT_FOUND('No form was submitted with this version')
    return ok(formDataRow(submitted, earlier))
  }
}
