import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { describedChannels } from '#kernel/http/channels'
import { AsyncDescription } from '../description/async_description.js'
import { served, type Format } from '../description/served_descriptions.js'
import { ForwardedPrefix } from '../forwarded_prefix.js'
import { sendDescription } from '../send_description.js'

const HOST = /^[A-Za-z0-9.-]+(:\d{1,5})?$/

@inject()
export default class AsyncDescriptionController {
  constructor(
    private readonly description: AsyncDescription,
    private readonly prefix: ForwardedPrefix
  ) {}

  json(ctx: HttpContext) {
    return this.#send(ctx, 'json')
  }

  yaml(ctx: HttpContext) {
    return this.#send(ctx, 'yaml')
  }

  async #send(ctx: HttpContext, format: Format) {
    const host = ctx.request.host() ?? ''
    const prefix = this.prefix.of(ctx.request)
    const known = HOST.test(host) ? host : undefined
    const document = this.description.document(describedChannels(), known, prefix)
    sendDescription(ctx, await served(document, format), format)
  }
}
