import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { PluginManifest } from '../define_plugin.js'

export default class RemovePlugin extends BaseCommand {
  static commandName = 'plugin:remove'
  static description = 'Roll back the tables of a plugin, before it is taken from config/plugins.ts'
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Name of the plugin' })
  declare name: string

  @flags.boolean({ description: 'Do not ask; all rows of the plugin are lost' })
  declare force: boolean

  async run() {
    const plugins = this.app.config.get<readonly PluginManifest[]>('plugins')
    const plugin = plugins.find(({ name }) => name === this.name)
    if (!plugin) return this.#fail(`No plugin "${this.name}" is mounted; see node ace list:plugins`)

    const dependents = plugins
      .filter(({ requires }) => requires?.includes(plugin))
      .map(({ name }) => name)
    if (dependents.length > 0) {
      return this.#fail(
        `"${plugin.name}" is required by ${dependents.join(', ')}; remove those first`
      )
    }

    const question = `Drop the tables of "${plugin.name}" with all their rows?`
    if (!this.force && !(await this.prompt.confirm(question))) return

    const { dropPluginTables } = await import('../plugin_tables.js')
    const undone = await dropPluginTables(this.app, plugin)
    this.logger.success(
      `${undone.length} migrations of "${plugin.name}" rolled back; now take it out of config/plugins.ts`
    )
  }

  #fail(message: string) {
    this.exitCode = 1
    this.logger.error(message)
  }
}
