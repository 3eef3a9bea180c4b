import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { PluginManifest } from '../define_plugin.js'

export default class ListPlugins extends BaseCommand {
  static commandName = 'list:plugins'
  static description = 'Show the plugins that are mounted, in boot order'
  static options: CommandOptions = { startApp: true }

  async run() {
    const plugins = this.app.config.get<readonly PluginManifest[]>('plugins')
    const table = this.ui
      .table()
      .head(['Plugin', 'Requires', 'Permissions', 'Routes', 'What it does'])
    const { routesByPlugin } = await import('../plugin_descriptions.js')
    const router = await this.app.container.make('router')
    router.commit()
    const routes = routesByPlugin(router)

    for (const plugin of plugins) {
      const requires = plugin.requires?.map(({ name }) => name).join(', ') || '-'
      const permissions = Object.keys(plugin.permissions ?? {}).length
      const count = routes.get(plugin.name) ?? 0
      table.row([plugin.name, requires, String(permissions), String(count), plugin.description])
    }
    table.render()
  }
}
