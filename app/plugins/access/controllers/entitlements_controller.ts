import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { UserEntitlements } from '../queries/user_entitlements.js'

export default class EntitlementsController {
  @inject()
  async show(ctx: HttpContext, entitlements: UserEntitlements) {
    return ok(await entitlements.find(idParam(ctx)))
  }
}
