import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { OpenEditor } from '../actions/open_editor.js'
import { PutOutEditor } from '../actions/put_out_editor.js'
import { ExamineEditor } from '../doctor/examine_editor.js'
import { bearerOf } from '../editor/editor_tokens.js'
import { assertForceSavingPace } from '../paces.js'
import { EditorHistory } from '../queries/editor_history.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { ForceSave } from '../sessions/force_save.js'
import { sessionOf } from '../sessions/sessions.js'
import { versionRow } from '../transformers/version_transformer.js'
import { editorConfigValidator } from '../validators/editor_validators.js'
import { DocumentVersions } from '../versions/document_versions.js'

const LANGUAGES = ['en', 'zh', 'de', 'fr', 'es', 'it', 'ja', 'pt', 'ru', 'ko']

export default class EditorController {
  @inject()
  async config(ctx: HttpContext, documents: ReachableDocuments, openEditor: OpenEditor) {
    const { type, lang, mode } = await ctx.request.validateUsing(editorConfigValidator)
    const document = await documents.findForReading(idParam(ctx))
    const wishes = {
      type: type ?? ('desktop' as const),
      lang: lang ?? ctx.request.language(LANGUAGES) ?? 'en',
      view: mode === 'view',
    }
    return ok(await openEditor.handle(document, wishes))
  }

  @inject()
  async forceSave(
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

  @inject()
  async putOut(ctx: HttpContext, documents: ReachableDocuments, putOutEditor: PutOutEditor) {
    const document = await documents.find(idParam(ctx))
    await putOutEditor.handle(document, idParam(ctx, 'userId'))
    return ok()
  }

  @inject()
  async history(ctx: HttpContext, documents: ReachableDocuments, history: EditorHistory) {
    return ok(await history.list(await documents.findForReading(idParam(ctx))))
  }

  @inject()
  async historyData(ctx: HttpContext, documents: ReachableDocuments, history: EditorHistory) {
    const document = await documents.findForReading(idParam(ctx))
    return ok(await history.data(document, idParam(ctx, 'no'), bearerOf(ctx.operator)))
  }

  @inject()
  async diagnosis(_ctx: HttpContext, examination: ExamineEditor) {
    const checks = await examination.handle()
    return ok({ healthy: checks.every(({ state }) => state !== 'failed'), checks })
  }
}
