import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { BlockPeople } from '../actions/block_people.js'
import { PeopleLists } from '../queries/people_lists.js'
import { pageValidator } from '../validators/messaging_validators.js'

export default class BlocksController {
  @inject()
  async index({ operator, request }: HttpContext, people: PeopleLists) {
    return ok(await people.blocked(operator.id, await request.validateUsing(pageValidator)))
  }

  @inject()
  async update(ctx: HttpContext, people: BlockPeople) {
    await people.block(ctx.operator.id, idParam(ctx, 'userId'))
    return ok()
  }

  @inject()
  async destroy(ctx: HttpContext, people: BlockPeople) {
    await people.unblock(ctx.operator.id, idParam(ctx, 'userId'))
    return ok()
  }
}
