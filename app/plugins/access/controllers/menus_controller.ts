import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { WriteMenu } from '../actions/write_menu.js'
import { menuListing } from '../queries/menu_listing.js'
import { treeOf } from '../transformers/tree.js'
import {
  createMenuValidator,
  menuListValidator,
  updateMenuValidator,
} from '../validators/menu_validators.js'

export default class MenusController {
  async index({ request }: HttpContext) {
    const { tree, ...query } = await request.validateUsing(menuListValidator)
    if (tree === 'true') return ok(treeOf(await Array.fromAsync(menuListing.stream(query))))
    return ok(await menuListing.page(query))
  }

  async show(ctx: HttpContext) {
    return ok(await menuListing.findOrFail(idParam(ctx)))
  }

  @inject()
  async store({ request }: HttpContext, writeMenu: WriteMenu) {
    const id = await writeMenu.create(await request.validateUsing(createMenuValidator))
    return ok(await menuListing.findOrFail(id))
  }

  @inject()
  async update(ctx: HttpContext, writeMenu: WriteMenu) {
    await writeMenu.update(idParam(ctx), await ctx.request.validateUsing(updateMenuValidator))
    return ok(await menuListing.findOrFail(idParam(ctx)))
  }

  @inject()
  async destroy(ctx: HttpContext, writeMenu: WriteMenu) {
    await writeMenu.delete(idParam(ctx))
    return ok()
  }
}
