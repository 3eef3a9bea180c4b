import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { idParam } from '#kernel/http/params'
import { demoAsset, demoPage, demoPolicy } from '../demo/demo_page.js'
import { EditorSettings } from '../editor/editor_settings.js'

export default class EditorDemoController {
  @inject()
  show(ctx: HttpContext, settings: EditorSettings) {
    const { response } = ctx
    response.header('Content-Type', 'text/html; charset=utf-8')
    response.header('Content-Security-Policy', demoPolicy(settings))
    response.header('Referrer-Policy', 'no-referrer')
    uncached(response)
    response.send(demoPage(idParam(ctx), settings))
  }

  asset({ params, response }: HttpContext) {
    const path = demoAsset(params.file)
    if (!path) throw new E_NOT_FOUND()
    uncached(response)
    response.download(path)
  }
}

function uncached(response: HttpContext['response']): void {
  response.header('X-Content-Type-Options', 'nosniff')
  response.header('Cache-Control', 'no-cache')
}
