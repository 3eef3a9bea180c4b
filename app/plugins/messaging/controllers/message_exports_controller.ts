import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { idParam } from '#kernel/http/main'
import { sendTable } from '#kernel/tables/main'
import { messageColumns as columns } from '../administration/message_columns.js'
import { MessageExport } from '../administration/message_export.js'

export default class MessageExportsController {
  @inject()
  async person(ctx: HttpContext, messages: MessageExport) {
    const id = idParam(ctx)
    const rows = await messages.ofPerson(id)
    await sendTable(ctx, { name: `messages-of-person-${id}`, columns, rows })
  }

  @inject()
  async group(ctx: HttpContext, messages: MessageExport) {
    const id = idParam(ctx)
    const rows = await messages.ofGroup(id)
    await sendTable(ctx, { name: `messages-of-group-${id}`, columns, rows })
  }
}
