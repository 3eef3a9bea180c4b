import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, clientAbortSignal } from '#kernel/http/main'
import { ChangePassword } from '../actions/change_password.js'
import { clientDetails } from '../sessions/client_details.js'
import { changePasswordValidator } from '../validators/identity_validators.js'

export default class PasswordController {
  @inject()
  async update(ctx: HttpContext, changePassword: ChangePassword) {
    const change = await ctx.request.validateUsing(changePasswordValidator)
    await changePassword.handle(
      ctx.operator,
      change,
      clientDetails(ctx),
      clientAbortSignal(ctx.response)
    )
    return ok()
  }
}
