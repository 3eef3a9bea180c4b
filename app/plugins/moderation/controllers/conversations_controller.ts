import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam, ok } from '#kernel/http/main'
import { ModerateConversation } from '../actions/moderate_conversation.js'
import { ModeratedConversations } from '../queries/moderated_conversations.js'
import {
  closedValidator,
  conversationListValidator,
  ownerValidator,
} from '../validators/moderation_validators.js'

export default class ConversationsController {
  @inject()
  async index({ request }: HttpContext, conversations: ModeratedConversations) {
    return ok(await conversations.page(await request.validateUsing(conversationListValidator)))
  }

  @inject()
  async show(ctx: HttpContext, conversations: ModeratedConversations) {
    return ok(await conversations.find(idParam(ctx)))
  }

  @inject()
  async close(ctx: HttpContext, moderate: ModerateConversation) {
    const { closed } = await ctx.request.validateUsing(closedValidator)
    await moderate.close(idParam(ctx), closed)
    return ok()
  }

  @inject()
  async give(ctx: HttpContext, moderate: ModerateConversation) {
    const { userId } = await ctx.request.validateUsing(ownerValidator)
    await moderate.giveTo(idParam(ctx), userId)
    return ok()
  }

  @inject()
  async destroy(ctx: HttpContext, moderate: ModerateConversation) {
    await moderate.delete(idParam(ctx))
    return ok()
  }
}
