import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { UpdateProfile } from '../actions/update_profile.js'
import User from '../models/user.js'
import { DepartmentNames } from '../queries/department_names.js'
import { clientDetails } from '../sessions/client_details.js'
import { profileOf } from '../transformers/profile_transformer.js'
import { profileValidator } from '../validators/own_account_validators.js'

export default class ProfileController {
  @inject()
  async show({ operator }: HttpContext, departments: DepartmentNames) {
    const user = await User.findOrFail(operator.id)
    return ok(profileOf(user, await departments.ofOperator(operator)))
  }

  @inject()
  async update(ctx: HttpContext, updateProfile: UpdateProfile, departments: DepartmentNames) {
    const changes = await ctx.request.validateUsing(profileValidator)
    const user = await updateProfile.handle(ctx.operator, changes, clientDetails(ctx))
    return ok(profileOf(user, await departments.ofOperator(ctx.operator)))
  }
}
