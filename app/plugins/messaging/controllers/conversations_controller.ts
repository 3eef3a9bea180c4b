import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { ChangeGroup } from '../actions/change_group.js'
import { CreateGroup } from '../actions/create_group.js'
import { MuteConversation } from '../actions/mute_conversation.js'
import { ConversationList } from '../queries/conversation_list.js'
import {
  conversationsValidator,
  createGroupValidator,
  handOverValidator,
  muteValidator,
  renameGroupValidator,
} from '../validators/messaging_validators.js'

export default class ConversationsController {
  @inject()
  async index({ operator, request }: HttpContext, conversations: ConversationList) {
    const query = await request.validateUsing(conversationsValidator)
    return ok(await conversations.page(operator.id, query))
  }

  @inject()
  async show(ctx: HttpContext, conversations: ConversationList) {
    return ok(await conversations.one(ctx.operator.id, idParam(ctx)))
  }

  @inject()
  async store(
    { operator, request }: HttpContext,
    createGroup: CreateGroup,
    conversations: ConversationList
  ) {
    const group = await request.validateUsing(createGroupValidator)
    return ok(await conversations.one(operator.id, await createGroup.handle(operator.id, group)))
  }

  @inject()
  async update(ctx: HttpContext, changeGroup: ChangeGroup, conversations: ConversationList) {
    const { title } = await ctx.request.validateUsing(renameGroupValidator)
    await changeGroup.rename(idParam(ctx), ctx.operator.id, title)
    return ok(await conversations.one(ctx.operator.id, idParam(ctx)))
  }

  @inject()
  async handOver(ctx: HttpContext, changeGroup: ChangeGroup, conversations: ConversationList) {
    const { userId } = await ctx.request.validateUsing(handOverValidator)
    await changeGroup.handOver(idParam(ctx), ctx.operator.id, userId)
    return ok(await conversations.one(ctx.operator.id, idParam(ctx)))
  }

  @inject()
  async mute(ctx: HttpContext, muteConversation: MuteConversation) {
    const { muted } = await ctx.request.validateUsing(muteValidator)
    await muteConversation.handle(idParam(ctx), ctx.operator.id, muted)
    return ok()
  }
}
