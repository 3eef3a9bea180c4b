import type { ApplicationService } from '@adonisjs/core/types'
import type { PluginManifest } from '#kernel/plugins/define_plugin'
import { ClosedGate, Gate } from '#kernel/permissions/gate'
import { bootState, closeState, registerState } from '#kernel/state/state_provider'

export default class KernelProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    registerState(this.app)
    this.app.container.singleton(Gate, () => new ClosedGate())
  }

  async boot() {
    const { enforceDataScope } = await import('#kernel/data_scope/enforcement')
    enforceDataScope()
    await bootState(this.app)
  }

  async start() {
    const { addRouteMacros } = await import('#kernel/http/route_macros')
    addRouteMacros()
    if (this.app.getEnvironment() === 'web') await this.#prepareDatabase()
  }

  async #prepareDatabase() {
    if (!this.app.config.get<boolean>('app.migrateOnStart', true)) return

    const { prepareDatabase } = await import('#kernel/database/prepare')
    await prepareDatabase(this.app, this.#plugins)
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { greet } = await import('#kernel/plugins/greeting')
    await greet(this.app)
  }

  async shutdown() {
    await closeState(this.app)
  }

  get #plugins(): readonly PluginManifest[] {
    return this.app.config.get<readonly PluginManifest[]>('plugins')
  }
}
