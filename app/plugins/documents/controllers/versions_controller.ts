import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { LARGEST_PAGE } from '#kernel/http/list_query'
import { idParam } from '#kernel/http/params'
import { RestoreVersion } from '../actions/restore_version.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { versionRow } from '../transformers/version_transformer.js'
import { dropValidator, versionListValidator } from '../validators/document_validators.js'

export default class VersionsController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, versions: ReadableVersions) {
    const { page = 1, pageSize = LARGEST_PAGE } =
      await ctx.request.validateUsing(versionListValidator)
    const document = await documents.findForReading(idParam(ctx))
    const some = await versions.page(document, page, pageSize)
    return ok(some.map((version) => versionRow(version, document.versionNo)))
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
