import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { pagePolicy } from '#kernel/pages/page_policy'
import { asItIs, sendPage, sendPageFile } from '#kernel/pages/send_page'
import { clientModule, demoFiles } from '../demo/demo_assets.js'
import { demoPage } from '../demo/demo_page.js'

export default class DemoController {
  show({ request, response }: HttpContext) {
    sendPage(response, demoPage(request.url()), pagePolicy())
  }

  asset({ params, response }: HttpContext) {
    sendPageFile(response, demoFiles.pathOf(params.file))
  }

  async client({ params, response }: HttpContext) {
    const source = await clientModule(params.module)
    if (source === undefined) throw new E_NOT_FOUND()
    response.header('Content-Type', 'text/javascript; charset=utf-8')
    asItIs(response)
    response.send(source)
  }
}
