import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { clientModule, pageFile } from '../demo/demo_assets.js'
import { CONTENT_SECURITY_POLICY, demoPage } from '../demo/demo_page.js'

export default class DemoController {
  show({ request, response }: HttpContext) {
    response.header('Content-Type', 'text/html; charset=utf-8')
    response.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    response.header('Referrer-Policy', 'no-referrer')
    uncached(response)
    response.send(demoPage(request.url()))
  }

  asset({ params, response }: HttpContext) {
    const path = pageFile(params.file)
    if (!path) throw new E_NOT_FOUND()
    uncached(response)
    response.download(path)
  }

  async client({ params, response }: HttpContext) {
    const source = await clientModule(params.module)
    if (source === undefined) throw new E_NOT_FOUND()
    response.header('Content-Type', 'text/javascript; charset=utf-8')
    uncached(response)
    response.send(source)
  }
}

function uncached(response: HttpContext['response']): void {
  response.header('X-Content-Type-Options', 'nosniff')
  response.header('Cache-Control', 'no-cache')
}
