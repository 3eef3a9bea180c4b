import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { LARGEST_PAGE } from '#kernel/contracts/main'
import { FileStore, sendFile } from '#plugins/files/main'
import { RestoreVersion } from '../actions/restore_version.js'
import { submittedForms } from '../queries/submitted_forms.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { formDataRow } from '../transformers/form_data_transformer.js'
import { versionRow } from '../transformers/version_transformer.js'
import {
  dropValidator,
  formDataValidator,
  versionListValidator,
} from '../validators/document_validators.js'
import { DocumentVersions } from '../versions/document_versions.js'

export default class VersionsController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, versions: ReadableVersions) {
    const { page = 1, pageSize = LARGEST_PAGE } =
      await ctx.request.validateUsing(versionListValidator)
    const document = await documents.findForReading(idParam(ctx))
    const some = await versions.page(document, page, pageSize)
    return ok(some.map((version) => versionRow(version, document.versionNo)))
  }

  @inject()
  async content(
    ctx: HttpContext,
    documents: ReachableDocuments,
    readable: ReadableVersions,
    versions: DocumentVersions,
    store: FileStore
  ) {
    const document = await documents.findForReading(idParam(ctx))
    const version = await readable.find(document, idParam(ctx, 'no'))
    const file = await versions.fileOf(version)
    await sendFile(ctx, store, file, `${document.title}.${version.fileType}`)
  }

  @inject()
  async formData(ctx: HttpContext, documents: ReachableDocuments, versions: ReadableVersions) {
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

  /** As a new version. */
  @inject()
  async restore(ctx: HttpContext, documents: ReachableDocuments, restoreVersion: RestoreVersion) {
    const { drop } = await ctx.request.validateUsing(dropValidator)
    const document = await documents.find(idParam(ctx))
    const restored = await restoreVersion.handle(document, idParam(ctx, 'no'), drop === 'true')
    return ok(versionRow(restored, restored.no))
  }
}
