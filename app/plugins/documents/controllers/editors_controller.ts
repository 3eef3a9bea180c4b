import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { PutOutEditor } from '../actions/put_out_editor.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'

export default class EditorsController {
  @inject()
  async destroy(ctx: HttpContext, documents: ReachableDocuments, putOutEditor: PutOutEditor) {
    const document = await documents.find(idParam(ctx))
    await putOutEditor.handle(document, idParam(ctx, 'userId'))
    return ok()
  }
}
