import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { CreateUser } from '../actions/create_user.js'
import { DeleteUsers } from '../actions/delete_users.js'
import { UpdateUser } from '../actions/update_user.js'
import { UserRows } from '../queries/user_rows.js'
import {
  createUserValidator,
  deleteUsersValidator,
  updateUserValidator,
  userListValidator,
} from '../validators/user_validators.js'

export default class UsersController {
  @inject()
  async index({ request }: HttpContext, users: UserRows) {
    return ok(await users.page(await request.validateUsing(userListValidator)))
  }

  @inject()
  async show(ctx: HttpContext, users: UserRows) {
    return ok(await users.find(idParam(ctx)))
  }

  @inject()
  async store({ request }: HttpContext, createUser: CreateUser, users: UserRows) {
    const id = await createUser.handle(await request.validateUsing(createUserValidator))
    return ok(await users.find(id))
  }

  @inject()
  async update(ctx: HttpContext, updateUser: UpdateUser, users: UserRows) {
    await updateUser.handle(idParam(ctx), await ctx.request.validateUsing(updateUserValidator))
    return ok(await users.find(idParam(ctx)))
  }

  @inject()
  async destroy(ctx: HttpContext, deleteUsers: DeleteUsers) {
    await deleteUsers.handle([idParam(ctx)])
    return ok()
  }

  @inject()
  async destroyMany({ request }: HttpContext, deleteUsers: DeleteUsers) {
    const { ids } = await request.validateUsing(deleteUsersValidator)
    await deleteUsers.handle(ids)
    return ok()
  }
}
