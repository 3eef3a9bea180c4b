import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { RestoreVersion } from '../actions/restore_version.js'
import { DocumentVersions } from '../queries/document_versions.js'
import { ReachableDocuments } from '../queries/reachable_documents.js'
import { versionRow } from '../transformers/version_transformer.js'
import { dropValidator } from '../validators/document_validators.js'

export default class VersionsController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, versions: DocumentVersions) {
    const document = await documents.findForReading(idParam(ctx))
    const all = await versions.of(document.id)
    return ok(all.map((version) => versionRow(version, document.versionNo)))
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
