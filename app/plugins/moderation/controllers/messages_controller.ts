import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam, ok } from '#kernel/http/main'
import { sendTable } from '#kernel/tables/main'
import { ModerateConversation } from '../actions/moderate_conversation.js'
import { messageColumns as columns } from '../export/message_columns.js'
import { MessageExport } from '../export/message_export.js'

export default class MessagesController {
  @inject()
  async destroy(ctx: HttpContext, moderate: ModerateConversation) {
    await moderate.removeMessage(idParam(ctx), idParam(ctx, 'seq'))
    return ok()
  }

  @inject()
  async group(ctx: HttpContext, messages: MessageExport) {
    const id = idParam(ctx)
    const rows = await messages.ofGroup(id)
    await sendTable(ctx, { name: `messages-of-group-${id}`, columns, rows })
  }

  @inject()
  async person(ctx: HttpContext, messages: MessageExport) {
    const id = idParam(ctx)
    const rows = await messages.ofPerson(id)
    await sendTable(ctx, { name: `messages-of-person-${id}`, columns, rows })
  }
}
