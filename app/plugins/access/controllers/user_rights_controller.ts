import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { clientDetails } from '#plugins/identity/main'
import { ResetPassword } from '../actions/reset_password.js'
import { UnlockUser } from '../actions/unlock_user.js'
import { UpdateUser } from '../actions/update_user.js'
import { UserRows } from '../queries/user_rows.js'
import {
  userPasswordValidator,
  userRolesValidator,
  userStatusValidator,
} from '../validators/user_validators.js'

/** What has a permission of its own: password, status, roles and lock. */
export default class UserRightsController {
  @inject()
  async password(ctx: HttpContext, resetPassword: ResetPassword) {
    const { password } = await ctx.request.validateUsing(userPasswordValidator)
    await resetPassword.handle(idParam(ctx), password)
    return ok()
  }

  @inject()
  async status(ctx: HttpContext, updateUser: UpdateUser, users: UserRows) {
    await updateUser.handle(idParam(ctx), await ctx.request.validateUsing(userStatusValidator))
    return ok(await users.find(idParam(ctx)))
  }

  @inject()
  async roles(ctx: HttpContext, updateUser: UpdateUser, users: UserRows) {
    await updateUser.handle(idParam(ctx), await ctx.request.validateUsing(userRolesValidator))
    return ok(await users.find(idParam(ctx)))
  }

  @inject()
  async unlock(ctx: HttpContext, unlockUser: UnlockUser, users: UserRows) {
    await unlockUser.handle(idParam(ctx), clientDetails(ctx))
    return ok(await users.find(idParam(ctx)))
  }
}
