import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { bearerOf } from '../editor/editor_tokens.js'
import { EditorHistory } from '../queries/editor_history.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'

export default class HistoryController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, history: EditorHistory) {
    return ok(await history.list(await documents.findForReading(idParam(ctx))))
  }

  @inject()
  async show(ctx: HttpContext, documents: ReachableDocuments, history: EditorHistory) {
    const document = await documents.findForReading(idParam(ctx))
    return ok(await history.data(document, idParam(ctx, 'no'), bearerOf(ctx.operator)))
  }
}
