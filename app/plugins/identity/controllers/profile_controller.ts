import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { UpdateProfile } from '../actions/update_profile.js'
import { namedPlaceOf } from '../queries/named_place.js'
import { clientDetails } from '../sessions/client_details.js'
import { profileOf } from '../transformers/current_user_transformer.js'
import { profileValidator } from '../validators/identity_validators.js'

export default class ProfileController {
  @inject()
  async update(ctx: HttpContext, updateProfile: UpdateProfile) {
    const changes = await ctx.request.validateUsing(profileValidator)
    const user = await updateProfile.handle(ctx.operator, changes, clientDetails(ctx))
    const profile = ctx.auth.use('jwt').getProfileOrFail()
    return ok(profileOf(user, await namedPlaceOf(ctx.operator, profile)))
  }
}
