import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerLanguage, ok, idParam } from '#kernel/http/main'
import { translated } from '#kernel/languages/main'
import { menusIn } from '#plugins/identity/main'
import { UserEntitlements } from '../queries/user_entitlements.js'

export default class EntitlementsController {
  @inject()
  async show(ctx: HttpContext, entitlements: UserEntitlements) {
    const language = answerLanguage(ctx)
    const { menus, ...found } = await entitlements.find(idParam(ctx))
    return ok({ ...translated(found, language), menus: menusIn(language, menus) })
  }
}
