import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { MentionPeople } from '../actions/mention_people.js'
import { MentionablePeople } from '../queries/mentionable_people.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { mentionableValidator, mentionValidator } from '../validators/mention_validators.js'

export default class MentionsController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, people: MentionablePeople) {
    const query = await ctx.request.validateUsing(mentionableValidator)
    const document = await documents.findForReading(idParam(ctx))
    return ok(await people.find(document, query, ctx.operator.id))
  }

  @inject()
  async store(ctx: HttpContext, documents: ReachableDocuments, mentionPeople: MentionPeople) {
    const body = await ctx.request.validateUsing(mentionValidator)
    const { userIds = [], emails = [], comment, actionLink } = body
    const document = await documents.findForReading(idParam(ctx))
    const where = { comment: comment ?? '', actionLink: actionLink ?? null }
    return ok(await mentionPeople.handle(document, { userIds, emails, ...where }))
  }
}
