import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { pagePolicy, sendPage, sendPageFile } from '#kernel/pages/main'
import { DocumentationPage } from '../page/documentation_page.js'
import { pageAsset } from '../page/page_assets.js'

@inject()
export default class PageController {
  constructor(private readonly page: DocumentationPage) {}

  show({ request, response }: HttpContext) {
    sendPage(response, this.page.html(request.url()), pagePolicy())
  }

  asset({ params, response }: HttpContext) {
    sendPageFile(response, pageAsset(params.file))
  }
}
