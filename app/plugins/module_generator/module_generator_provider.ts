import type { ApplicationService } from '@adonisjs/core/types'
import { fileURLToPath } from 'node:url'
import { removeEldest, Retention } from '#kernel/plugins/main'
import { ModuleWriter } from './applying/module_writer.js'
import { Project } from './applying/project.js'
import type { ModuleGeneratorConfig } from './module_generator_config.js'
import { ChatModel } from './prompting/chat_model.js'
import { Renderer } from './rendering/renderer.js'
import { LateRoutes } from './running/late_routes.js'
import { LiveModules } from './running/live_modules.js'

/** The templates that came along; those of the project's own `stubs` folder win. */
const TEMPLATES = fileURLToPath(new URL('../../../stubs', import.meta.url))

export default class ModuleGeneratorProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(Project, () => new Project(this.app.makePath().replace(/\/$/, '')))
    container.singleton(Renderer, () => new Renderer(this.app, TEMPLATES))
    container.singleton(LateRoutes, async (resolver) => {
      return new LateRoutes(this.app, await resolver.make('router'))
    })
    container.singleton(LiveModules, async (resolver) => {
      return new LiveModules(this.app, await resolver.make(LateRoutes))
    })
    container.singleton(ModuleWriter, async (resolver) => {
      return new ModuleWriter(await resolver.make(Project), await resolver.make(LiveModules))
    })
    container.bind(ChatModel, () => new ChatModel(this.#config.model))
  }

  async boot() {
    const retention = await this.app.container.make(Retention)
    retention.keep({
      table: 'module_histories',
      days: this.#config.historyDays,
      remove: (before, most) => removeEldest('module_histories', before, most),
    })
    if (!this.#config.enabled) return
    const routes = await this.app.container.make(LateRoutes)
    routes.install()
    if (this.app.getEnvironment() !== 'web') return
    const { clearTheWay } = await import('./applying/recover.js')
    await clearTheWay(await this.app.container.make(Project))
  }

  async ready() {
    if (!this.#config.enabled || this.app.getEnvironment() !== 'web') return
    const { recover } = await import('./applying/recover.js')
    const { container } = this.app
    await recover(await container.make(Project), await container.make(LiveModules))
  }

  get #config(): ModuleGeneratorConfig {
    return this.app.config.get<ModuleGeneratorConfig>('module_generator')
  }
}
