import app from '@adonisjs/core/services/app'
import { ok } from '#kernel/http/envelope'
import { permissionCatalogue } from '#kernel/permissions/catalogue'
import type { PluginManifest } from '#kernel/plugins/define_plugin'

export default class PermissionsController {
  async index() {
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    return ok(permissionCatalogue(plugins))
  }
}
