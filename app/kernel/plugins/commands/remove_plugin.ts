import { args, flags } from '@adonisjs/core/ace'
import { ServiceCommand } from '../service_command.js'
import type { PluginManifest } from '../define_plugin.js'

export default class RemovePlugin extends ServiceCommand {
  static commandName = 'plugin:remove'
  static description = 'Remove a plugin for good, mounted or not: its tables, menus and grants'

  @args.string({ description: 'Name of the plugin' })
  declare name: string

  @flags.string({
    description: 'Package that is not mounted, as config/plugins.ts imports it',
  })
  declare from: string | undefined

  @flags.boolean({ description: 'Do not ask; all rows of the plugin are lost' })
  declare force: boolean

  async run() {
    const { announcePluginRemoval } = await import('../plugin_changes.js')
    const { recordedMigrations } = await import('../plugin_migrations.js')
    const { actAsSystem } = await import('#kernel/acting/main')
    this.name = await this.#knownName()
    const recorded = await recordedMigrations(this.app, this.name)
    const plugin = await this.#find()
    if (!plugin && recorded.length > 0) return this.fail(this.#withoutFiles)
    const dependents = this.mountedPlugins
      .filter(({ requires }) => requires?.some(({ name }) => name === this.name))
      .map(({ name }) => name)
    if (dependents.length > 0) {
      return this.fail(`"${this.name}" is required by ${dependents.join(', ')}; remove those first`)
    }
    const question = `Remove "${this.name}" with its tables, all their rows, and what roles grant of it?`
    if (!this.force && !(await this.prompt.confirm(question))) return

    const tables = plugin ? await this.#dropTables(plugin) : []
    const taken = await actAsSystem('remove a plugin', () => announcePluginRemoval(this.name))
    this.#tell(plugin, [...tables, ...taken])
  }

  /** Plugins that `make:plugin` made have underscores where their name was given with hyphens. */
  async #knownName(): Promise<string> {
    const { recordedMigrations } = await import('../plugin_migrations.js')
    const made = this.name.replaceAll('-', '_')
    if (this.#isMounted || (await recordedMigrations(this.app, this.name)).length > 0)
      return this.name
    const isMade = (await recordedMigrations(this.app, made)).length > 0
    return isMade ? made : this.name
  }

  get #isMounted(): boolean {
    return this.mountedPlugins.some(({ name }) => name === this.name)
  }

  async #dropTables(plugin: PluginManifest): Promise<string[]> {
    const { dropPluginTables } = await import('../plugin_tables.js')
    const undone = await dropPluginTables(this.app, plugin)
    return undone.length ? [`${undone.length} migrations rolled back`] : []
  }

  #tell(plugin: PluginManifest | null, taken: readonly string[]) {
    if (!plugin && taken.length === 0)
      return this.fail(`Nothing is known of a plugin "${this.name}"; see node ace list:plugins`)
    const next = this.#isMounted ? '; now take it out of config/plugins.ts' : ''
    this.logger.success(
      `"${this.name}" is removed: ${taken.join(', ') || 'nothing was kept'}${next}`
    )
  }

  /** Mounted, named by `--from`, or lying here without being mounted; `null` where its files are gone. */
  async #find(): Promise<PluginManifest | null> {
    const { importedManifest, manifestLyingHere } = await import('../plugin_files.js')
    const mounted = this.mountedPlugins.find(({ name }) => name === this.name)
    if (mounted) return mounted
    if (this.from) return importedManifest(this.app, this.from, this.name)
    return manifestLyingHere(this.app.makePath('app/plugins'), this.name)
  }

  get #withoutFiles(): string {
    return `The tables of "${this.name}" cannot be removed without its migrations; put its folder back into app/plugins, or name its package as config/plugins.ts imported it, as in --from=@acme/${this.name}`
  }

  /** Its own may be half there, and go all the same. */
  protected override get expectedPlugins(): readonly PluginManifest[] {
    return this.mountedPlugins.filter(({ name }) => name !== this.name)
  }
}
