import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { EditorSettings } from '#plugins/documents/main'
import { idParam } from '#kernel/http/main'
import { pagePolicy, sendModule, sendPage, sendPageFile } from '#kernel/pages/main'
import { choicePage, clientModules, demoFiles, demoPage, demoPolicy } from '../demo_page.js'

export default class EditorDemoController {
  index({ request, response }: HttpContext) {
    sendPage(response, choicePage(request.url()), pagePolicy())
  }

  @inject()
  show(ctx: HttpContext, settings: EditorSettings) {
    sendPage(ctx.response, demoPage(idParam(ctx), settings), demoPolicy(settings))
  }

  asset({ params, response }: HttpContext) {
    sendPageFile(response, demoFiles.pathOf(params.file))
  }

  async client({ params, response }: HttpContext) {
    sendModule(response, await clientModules.sourceOf(params['*'].join('/')))
  }
}
