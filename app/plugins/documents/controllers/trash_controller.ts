import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { EmptyTrash } from '../actions/empty_trash.js'
import { RemoveDocument } from '../actions/remove_document.js'
import { RestoreDocument } from '../actions/restore_document.js'
import { TrashList } from '../queries/trash_list.js'
import { TrashedDocuments } from '../queries/trashed_documents.js'
import { DropRight } from '../rights/drop_right.js'
import { documentRow } from '../transformers/document_transformer.js'
import { dropValidator } from '../validators/document_validators.js'
import { trashListValidator } from '../validators/trash_validators.js'

export default class TrashController {
  @inject()
  async index({ request }: HttpContext, list: TrashList) {
    return ok(await list.page(await request.validateUsing(trashListValidator)))
  }

  @inject()
  async restore(ctx: HttpContext, restoreDocument: RestoreDocument) {
    return ok(documentRow(await restoreDocument.handle(idParam(ctx))))
  }

  @inject()
  async destroy(
    ctx: HttpContext,
    trash: TrashedDocuments,
    dropRight: DropRight,
    removeDocument: RemoveDocument
  ) {
    const { drop: dropping } = await ctx.request.validateUsing(dropValidator)
    const document = await trash.find(idParam(ctx))
    const drop = await dropRight.of([document.id], dropping === 'true')
    await removeDocument.handle(document, { drop })
    return ok()
  }

  @inject()
  async empty(_ctx: HttpContext, emptyTrash: EmptyTrash) {
    return ok(await emptyTrash.handle())
  }
}
