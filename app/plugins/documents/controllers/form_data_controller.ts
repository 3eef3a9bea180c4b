import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { idParam } from '#kernel/http/params'
import { submittedForms } from '../queries/submitted_forms.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { formDataRow } from '../transformers/form_data_transformer.js'
import { formDataValidator } from '../validators/document_validators.js'

export default class FormDataController {
  @inject()
  async show(ctx: HttpContext, documents: ReachableDocuments, versions: ReadableVersions) {
    const asked = await ctx.request.validateUsing(formDataValidator)
    const document = await documents.findForReading(idParam(ctx))
    const version = { documentId: document.id, versionNo: idParam(ctx, 'no') }
    const submittedBy = await versions.formsOf(document)
    const wanted = submittedBy === null ? version : { ...version, submittedBy }
    const { forms, before } = await submittedForms(wanted, asked.before)
    const [submitted, ...earlier] = forms
    if (!submitted) throw new E_NOT_FOUND('No form was submitted with this version')
    return ok(formDataRow(submitted, earlier, before))
  }
}
