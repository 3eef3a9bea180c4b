import app from '@adonisjs/core/services/app'
import { ok } from '#kernel/http/main'
import { permissionCatalogue, type PluginManifest } from '#kernel/plugins/main'

export default class PermissionsController {
  async index() {
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    return ok(permissionCatalogue(plugins))
  }
}
