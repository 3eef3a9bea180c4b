import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { FileStore, sendFile } from '#plugins/files/main'
import { Signs } from '../actions/signs.js'
import { entryView } from '../transformers/entry_transformer.js'
import { History } from '../queries/history.js'
import { MemberFiles } from '../queries/member_files.js'
import { MissedEntries } from '../queries/missed_entries.js'
import { PeopleLists } from '../queries/people_lists.js'
import {
  entriesValidator,
  historyValidator,
  pageValidator,
  readValidator,
} from '../validators/messaging_validators.js'

export default class MessagesController {
  @inject()
  async index(ctx: HttpContext, history: History) {
    const query = await ctx.request.validateUsing(historyValidator)
    return ok(await history.page(ctx.operator.id, idParam(ctx), query))
  }

  @inject()
  async entries(ctx: HttpContext, missed: MissedEntries) {
    const query = await ctx.request.validateUsing(entriesValidator)
    const { entries, ...page } = await missed.of(ctx.operator.id, idParam(ctx), query)
    return ok({ ...page, entries: entries.map(entryView) })
  }

  @inject()
  async pinned(ctx: HttpContext, history: History) {
    return ok(await history.pinned(ctx.operator.id, idParam(ctx)))
  }

  @inject()
  async reactions(ctx: HttpContext, history: History, people: PeopleLists) {
    const query = await ctx.request.validateUsing(pageValidator)
    const message = await history.one(ctx.operator.id, idParam(ctx), idParam(ctx, 'seq'))
    return ok(await people.reactions(message, query))
  }

  @inject()
  async read(ctx: HttpContext, signs: Signs) {
    const { seq } = await ctx.request.validateUsing(readValidator)
    return ok(await signs.read(ctx.operator.id, idParam(ctx), seq))
  }

  @inject()
  async file(ctx: HttpContext, files: MemberFiles, store: FileStore) {
    const file = await files.ofMessage(ctx.operator.id, idParam(ctx), idParam(ctx, 'seq'))
    await sendFile(ctx, store, file)
  }
}
