import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { CallableOperations } from '../callable_operations.js'
import { ServedDescriptions, type Format } from '../description/served_descriptions.js'
import { ForwardedPrefix } from '../forwarded_prefix.js'
import { sendDescription } from '../send_description.js'
import { descriptionValidator } from '../validators/api_docs_validators.js'

@inject()
export default class DescriptionController {
  constructor(
    private readonly descriptions: ServedDescriptions,
    private readonly prefix: ForwardedPrefix,
    private readonly callable: CallableOperations
  ) {}

  json(ctx: HttpContext) {
    return this.#send(ctx, 'json')
  }

  yaml(ctx: HttpContext) {
    return this.#send(ctx, 'yaml')
  }

  part(ctx: HttpContext) {
    return this.#send(ctx, 'json', ctx.params.plugin)
  }

  async #send(ctx: HttpContext, format: Format, part?: string) {
    const { mine } = await ctx.request.validateUsing(descriptionValidator)
    const only = mine ? await this.callable.idsFor(ctx) : undefined
    const prefix = this.prefix.of(ctx.request)
    const description = await this.descriptions.get({ format, prefix, part, only })
    if (!description) throw new E_NOT_FOUND('No mounted plugin of that name has operations')
    sendDescription(ctx, description, format)
  }
}
