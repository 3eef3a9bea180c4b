import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { answerLanguage, ok } from '#kernel/http/main'
import { permissionCatalogue, type PluginManifest } from '#kernel/plugins/main'
import { translate } from '#kernel/languages/main'

export default class PermissionsController {
  async index(ctx: HttpContext) {
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    const language = answerLanguage(ctx)
    const catalogue = permissionCatalogue(plugins)
    return ok(catalogue.map((one) => ({ ...one, title: translate(one.title, language) })))
  }
}
