import { BaseCommand } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { StateStatus } from '#kernel/state/main'
import type { PluginManifest } from './define_plugin.js'
import { assertPrepared } from './plugin_migrations.js'

class E_REDIS_LOST extends Exception {
  static code = 'E_REDIS_LOST'
  static message = 'Redis does not answer; start it, or correct REDIS_URL, then repeat'
  readonly remedied = true
}

/** A command that works on the data of the service: it starts the application, and needs a database that is migrated. */
export abstract class ServiceCommand extends BaseCommand {
  static override options: CommandOptions = { startApp: true }

  /** @throws E_DATABASE_UNPREPARED */
  async prepare(): Promise<void> {
    await assertPrepared(this.app, this.expectedPlugins)
    const state = await this.app.container.make(StateStatus)
    await state.settled()
  }

  /** The plugins whose migrations must have run. */
  protected get expectedPlugins(): readonly PluginManifest[] {
    return this.mountedPlugins
  }

  protected get mountedPlugins(): readonly PluginManifest[] {
    return this.app.config.get<readonly PluginManifest[]>('plugins')
  }

  /** Logs why the command cannot do its work, and has it end with exit code 1. */
  protected fail(message: string): void {
    this.exitCode = 1
    this.logger.error(message)
  }

  /** @throws E_REDIS_LOST while Redis does not answer */
  protected async assertShared(): Promise<void> {
    const state = await this.app.container.make(StateStatus)
    if (!state.connected) throw new E_REDIS_LOST()
  }
}
