import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ServedAsyncDescriptions } from '../description/served_async_descriptions.js'
import type { Format } from '../description/served_descriptions.js'
import { ForwardedPrefix } from '../forwarded_prefix.js'
import { sendDescription } from '../send_description.js'

const HOST = /^[A-Za-z0-9.-]+(:\d{1,5})?$/
const USUAL_HOST = 'localhost:3333'

@inject()
export default class AsyncDescriptionController {
  constructor(
    private readonly descriptions: ServedAsyncDescriptions,
    private readonly prefix: ForwardedPrefix
  ) {}

  json(ctx: HttpContext) {
    return this.#send(ctx, 'json')
  }

  yaml(ctx: HttpContext) {
    return this.#send(ctx, 'yaml')
  }

  async #send(ctx: HttpContext, format: Format) {
    const given = ctx.request.host() ?? ''
    const host = HOST.test(given) ? given : USUAL_HOST
    sendDescription(
      ctx,
      await this.descriptions.get(format, host, this.prefix.of(ctx.request)),
      format
    )
  }
}
