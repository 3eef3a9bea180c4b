import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { Tables } from '../introspection/tables.js'

export default class TablesController {
  @inject()
  async index(_ctx: HttpContext, tables: Tables) {
    const names = await tables.names()
    return ok(names.map((name) => ({ name })))
  }

  @inject()
  async show({ params }: HttpContext, tables: Tables) {
    return ok(await tables.describe(String(params.name)))
  }
}
