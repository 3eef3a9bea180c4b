import type { HttpContext } from '@adonisjs/core/http'
import { pagePolicy, sendModule, sendPage, sendPageFile } from '#kernel/pages/main'
import { clientModules, demoFiles } from '../demo/demo_assets.js'
import { demoPage } from '../demo/demo_page.js'

export default class DemoController {
  show({ request, response }: HttpContext) {
    sendPage(response, demoPage(request.url()), pagePolicy())
  }

  asset({ params, response }: HttpContext) {
    sendPageFile(response, demoFiles.pathOf(params.file))
  }

  async client({ params, response }: HttpContext) {
    sendModule(response, await clientModules.sourceOf(params.module))
  }
}
