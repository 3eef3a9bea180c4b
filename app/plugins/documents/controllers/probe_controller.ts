import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ProbeContent } from '../editor/probe_content.js'
import { urlToken } from '../editor/url_token.js'

/** For the document server, which is asked to convert it. */
export default class ProbeController {
  @inject()
  async show(ctx: HttpContext, probe: ProbeContent) {
    const rtf = await probe.rtf(urlToken(ctx), ctx.request.headers())
    ctx.response.header('content-type', 'application/rtf').header('cache-control', 'no-store')
    return ctx.response.send(rtf)
  }
}
