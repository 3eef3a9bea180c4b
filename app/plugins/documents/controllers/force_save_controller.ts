import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { assertForceSavingPace } from '../paces.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ForceSave } from '../sessions/force_save.js'
import { sessionOf } from '../sessions/sessions.js'
import { versionRow } from '../transformers/version_transformer.js'
import { DocumentVersions } from '../versions/document_versions.js'

export default class ForceSaveController {
  @inject()
  async store(
    ctx: HttpContext,
    documents: ReachableDocuments,
    forceSave: ForceSave,
    versions: DocumentVersions
  ) {
    const document = await documents.find(idParam(ctx))
    await assertForceSavingPace(ctx.operator.id)
    const no = await forceSave.handle(await sessionOf(document))
    const { versionNo } = await documents.find(document.id)
    return ok(versionRow(await versions.find(document.id, no), versionNo))
  }
}
