import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { WriteRole } from '../actions/write_role.js'
import { RoleDetails } from '../queries/role_details.js'
import { roleListing } from '../queries/role_listing.js'
import {
  createRoleValidator,
  deleteRolesValidator,
  roleDataScopeValidator,
  roleListValidator,
  roleMenusValidator,
  updateRoleValidator,
} from '../validators/role_validators.js'

export default class RolesController {
  async index({ request }: HttpContext) {
    return ok(await roleListing.page(await request.validateUsing(roleListValidator)))
  }

  @inject()
  async show(ctx: HttpContext, roles: RoleDetails) {
    return ok(await roles.find(idParam(ctx)))
  }

  @inject()
  async store({ request }: HttpContext, writeRole: WriteRole, roles: RoleDetails) {
    const id = await writeRole.create(await request.validateUsing(createRoleValidator))
    return ok(await roles.find(id))
  }

  @inject()
  async update(ctx: HttpContext, writeRole: WriteRole, roles: RoleDetails) {
    await writeRole.update(idParam(ctx), await ctx.request.validateUsing(updateRoleValidator))
    return ok(await roles.find(idParam(ctx)))
  }

  @inject()
  async menus(ctx: HttpContext, writeRole: WriteRole, roles: RoleDetails) {
    await writeRole.update(idParam(ctx), await ctx.request.validateUsing(roleMenusValidator))
    return ok(await roles.find(idParam(ctx)))
  }

  @inject()
  async dataScope(ctx: HttpContext, writeRole: WriteRole, roles: RoleDetails) {
    await writeRole.update(idParam(ctx), await ctx.request.validateUsing(roleDataScopeValidator))
    return ok(await roles.find(idParam(ctx)))
  }

  @inject()
  async destroy(ctx: HttpContext, writeRole: WriteRole) {
    await writeRole.delete([idParam(ctx)])
    return ok()
  }

  @inject()
  async destroyMany({ request }: HttpContext, writeRole: WriteRole) {
    const { ids } = await request.validateUsing(deleteRolesValidator)
    await writeRole.delete(ids)
    return ok()
  }
}
