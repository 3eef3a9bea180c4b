import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { AdministerGroup } from '../administration/administer_group.js'
import { AdministeredConversations } from '../administration/administered_conversations.js'
import {
  administeredListValidator,
  closeValidator,
  giveValidator,
} from '../validators/administration_validators.js'

export default class AdministeredConversationsController {
  @inject()
  async index({ request }: HttpContext, conversations: AdministeredConversations) {
    return ok(await conversations.page(await request.validateUsing(administeredListValidator)))
  }

  @inject()
  async show(ctx: HttpContext, conversations: AdministeredConversations) {
    return ok(await conversations.find(idParam(ctx)))
  }

  @inject()
  async close(ctx: HttpContext, administerGroup: AdministerGroup) {
    const { closed } = await ctx.request.validateUsing(closeValidator)
    await administerGroup.close(idParam(ctx), closed)
    return ok()
  }

  @inject()
  async give(ctx: HttpContext, administerGroup: AdministerGroup) {
    const { userId } = await ctx.request.validateUsing(giveValidator)
    await administerGroup.handOver(idParam(ctx), userId)
    return ok()
  }

  @inject()
  async destroy(ctx: HttpContext, administerGroup: AdministerGroup) {
    await administerGroup.delete(idParam(ctx))
    return ok()
  }
}
