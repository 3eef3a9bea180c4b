import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { CONTENT_SECURITY_POLICY, DocumentationPage } from '../page/documentation_page.js'
import { pageAsset } from '../page/page_assets.js'

@inject()
export default class PageController {
  constructor(private readonly page: DocumentationPage) {}

  show({ request, response }: HttpContext) {
    response.header('Content-Type', 'text/html; charset=utf-8')
    response.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    response.header('Referrer-Policy', 'no-referrer')
    response.header('X-Content-Type-Options', 'nosniff')
    response.header('Cache-Control', 'no-cache')
    response.send(this.page.html(request.url()))
  }

  asset({ params, response }: HttpContext) {
    const path = pageAsset(params.file)
    if (!path) throw new E_NOT_FOUND()

    response.header('X-Content-Type-Options', 'nosniff')
    response.header('Cache-Control', 'no-cache')
    response.download(path)
  }
}
