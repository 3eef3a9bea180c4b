import type { ApplicationService } from '@adonisjs/core/types'
import { removeEldest, Retention } from '#kernel/plugins/main'
import type { ModuleGeneratorConfig } from './module_generator_config.js'

export default class ModuleGeneratorProvider {
  constructor(protected app: ApplicationService) {}

  /** A service that does not offer the generator does not load it. */
  async boot() {
    await this.#retire()
    const isService = this.app.getEnvironment() === 'web'
    if (isService && !this.#config.enabled) return
    const { bindGenerator } = await import('./bindings.js')
    bindGenerator(this.app, this.#config)
    if (this.#config.enabled) await this.#open(isService)
  }

  async #retire() {
    const retention = await this.app.container.make(Retention)
    retention.keep({
      table: 'module_histories',
      days: this.#config.historyDays,
      remove: (before, most) => removeEldest('module_histories', before, most),
    })
  }

  async #open(isService: boolean) {
    const { container } = this.app
    const { LateRoutes } = await import('./running/late_routes.js')
    const routes = await container.make(LateRoutes)
    routes.install()
    if (!isService) return
    const [{ clearTheWay }, { Project }] = await Promise.all([
      import('./applying/recover.js'),
      import('./applying/project.js'),
    ])
    await clearTheWay(await container.make(Project))
  }

  async ready() {
    if (!this.#config.enabled || this.app.getEnvironment() !== 'web') return
    const [{ recover }, { Project }, { LiveModules }] = await Promise.all([
      import('./applying/recover.js'),
      import('./applying/project.js'),
      import('./running/live_modules.js'),
    ])
    const { container } = this.app
    await recover(await container.make(Project), await container.make(LiveModules))
  }

  get #config(): ModuleGeneratorConfig {
    return this.app.config.get<ModuleGeneratorConfig>('module_generator')
  }
}
