import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/envelope'
import { idParam } from '#kernel/http/params'
import { OpenEditor } from '../actions/open_editor.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { editorConfigValidator } from '../validators/editor_validators.js'

const LANGUAGES = ['en', 'zh', 'de', 'fr', 'es', 'it', 'ja', 'pt', 'ru', 'ko']

export default class EditorConfigController {
  @inject()
  async show(ctx: HttpContext, documents: ReachableDocuments, openEditor: OpenEditor) {
    const { type, lang, mode } = await ctx.request.validateUsing(editorConfigValidator)
    const document = await documents.findForReading(idParam(ctx))
    const wishes = {
      type: type ?? ('desktop' as const),
      lang: lang ?? ctx.request.language(LANGUAGES) ?? 'en',
      view: mode === 'view',
    }
    return ok(await openEditor.handle(document, wishes))
  }
}
