import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { pageIn } from '#kernel/descriptions/main'
import { answerLanguage, ok } from '#kernel/http/main'
import { PermissionPolicy } from '#kernel/permissions/main'
import { PageDescriptions } from '../queries/page_descriptions.js'

export default class PagesController {
  @inject()
  async index(ctx: HttpContext, descriptions: PageDescriptions) {
    const policy = ctx.bouncer.with(PermissionPolicy)
    const pages = await descriptions.find((one) => policy.allows('use', one))
    const language = answerLanguage(ctx)
    return ok({ pages: pages.map((page) => pageIn(language, page)) })
  }
}
