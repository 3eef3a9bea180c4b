import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { currentOperator } from '#kernel/operator/acting'
import { ForceSave } from '../live/force_save.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { withinForcedSavePace } from '../saves/forced_save_pace.js'
import { versionRow } from '../transformers/version_transformer.js'

export default class ForceSaveController {
  @inject()
  async store(ctx: HttpContext, documents: ReachableDocuments, forceSave: ForceSave) {
    const document = await documents.find(idParam(ctx))
    const version = await withinForcedSavePace(currentOperator().id, () =>
      forceSave.handle(document)
    )
    const { versionNo } = await documents.find(idParam(ctx))
    return ok(versionRow(version, versionNo))
  }
}
