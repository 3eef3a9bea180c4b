import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { FileStore, sendFile } from '#plugins/files/main'
import { ChangeGroup } from '../actions/change_group.js'
import { ChangeOwnSettings } from '../actions/change_own_settings.js'
import { CreateGroup } from '../actions/create_group.js'
import { ConversationList } from '../queries/conversation_list.js'
import { MemberFiles } from '../queries/member_files.js'
import {
  changeGroupValidator,
  conversationsValidator,
  createGroupValidator,
  handOverValidator,
  ownSettingsValidator,
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
    const values = await ctx.request.validateUsing(changeGroupValidator)
    await changeGroup.update(idParam(ctx), ctx.operator.id, values)
    return ok(await conversations.one(ctx.operator.id, idParam(ctx)))
  }

  @inject()
  async handOver(ctx: HttpContext, changeGroup: ChangeGroup, conversations: ConversationList) {
    const { userId } = await ctx.request.validateUsing(handOverValidator)
    await changeGroup.handOver(idParam(ctx), ctx.operator.id, userId)
    return ok(await conversations.one(ctx.operator.id, idParam(ctx)))
  }

  @inject()
  async mine(ctx: HttpContext, settings: ChangeOwnSettings, conversations: ConversationList) {
    const values = await ctx.request.validateUsing(ownSettingsValidator)
    await settings.handle(idParam(ctx), ctx.operator.id, values)
    return ok(await conversations.one(ctx.operator.id, idParam(ctx)))
  }

  @inject()
  async picture(ctx: HttpContext, files: MemberFiles, store: FileStore) {
    await sendFile(ctx, store, await files.pictureOf(ctx.operator.id, idParam(ctx)))
  }
}
