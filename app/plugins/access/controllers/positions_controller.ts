import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { WritePosition } from '../actions/write_position.js'
import { positionListing } from '../queries/position_listing.js'
import {
  createPositionValidator,
  positionListValidator,
  updatePositionValidator,
} from '../validators/position_validators.js'

export default class PositionsController {
  async index({ request }: HttpContext) {
    return ok(await positionListing.page(await request.validateUsing(positionListValidator)))
  }

  async show(ctx: HttpContext) {
    return ok(await positionListing.findOrFail(idParam(ctx)))
  }

  @inject()
  async store({ request }: HttpContext, writePosition: WritePosition) {
    const id = await writePosition.create(await request.validateUsing(createPositionValidator))
    return ok(await positionListing.findOrFail(id))
  }

  @inject()
  async update(ctx: HttpContext, writePosition: WritePosition) {
    const values = await ctx.request.validateUsing(updatePositionValidator)
    await writePosition.update(idParam(ctx), values)
    return ok(await positionListing.findOrFail(idParam(ctx)))
  }

  @inject()
  async destroy(ctx: HttpContext, writePosition: WritePosition) {
    await writePosition.delete(idParam(ctx))
    return ok()
  }
}
