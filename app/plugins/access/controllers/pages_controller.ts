import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { PermissionPolicy } from '#kernel/permissions/main'
import { PageDescriptions } from '../queries/page_descriptions.js'

export default class PagesController {
  @inject()
  async index({ bouncer }: HttpContext, descriptions: PageDescriptions) {
    const policy = bouncer.with(PermissionPolicy)
    return ok({ pages: await descriptions.find((one) => policy.allows('use', one)) })
  }
}
