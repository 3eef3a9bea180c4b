import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { ChangeGroup } from '../actions/change_group.js'
import { ChangeMembers } from '../actions/change_members.js'
import { PeopleLists } from '../queries/people_lists.js'
import {
  addMembersValidator,
  pageValidator,
  roleValidator,
} from '../validators/messaging_validators.js'

export default class MembersController {
  @inject()
  async index(ctx: HttpContext, people: PeopleLists) {
    const query = await ctx.request.validateUsing(pageValidator)
    return ok(await people.members(ctx.operator.id, idParam(ctx), query))
  }

  @inject()
  async store(ctx: HttpContext, changeMembers: ChangeMembers) {
    const { userIds } = await ctx.request.validateUsing(addMembersValidator)
    await changeMembers.add(idParam(ctx), ctx.operator.id, userIds)
    return ok()
  }

  @inject()
  async setRole(ctx: HttpContext, changeGroup: ChangeGroup) {
    const { role } = await ctx.request.validateUsing(roleValidator)
    await changeGroup.setRole(idParam(ctx), ctx.operator.id, idParam(ctx, 'userId'), role)
    return ok()
  }

  @inject()
  async destroy(ctx: HttpContext, changeMembers: ChangeMembers) {
    await changeMembers.remove(idParam(ctx), ctx.operator.id, idParam(ctx, 'userId'))
    return ok()
  }

  @inject()
  async leave(ctx: HttpContext, changeMembers: ChangeMembers) {
    await changeMembers.leave(idParam(ctx), ctx.operator.id)
    return ok()
  }
}
