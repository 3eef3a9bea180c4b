import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerLanguage, ok } from '#kernel/http/main'
import { EntitlementsBook } from '../entitlements.js'
import { namedPlaceOf } from '../queries/named_place.js'
import { currentUser } from '../transformers/current_user_transformer.js'

export default class CurrentUserController {
  @inject()
  async show(ctx: HttpContext, entitlements: EntitlementsBook) {
    const { auth, operator, operatorStamp } = ctx
    const profile = auth.use('jwt').getProfileOrFail()
    const [entitled, place] = await Promise.all([
      entitlements.of(operator, operatorStamp),
      namedPlaceOf(operator, profile),
    ])
    return ok(currentUser(profile, place, entitled, answerLanguage(ctx)))
  }
}
