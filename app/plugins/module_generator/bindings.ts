import { fileURLToPath } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleWriter } from './applying/module_writer.js'
import { Project } from './applying/project.js'
import type { ModuleGeneratorConfig } from './module_generator_config.js'
import { ChatModel } from './prompting/chat_model.js'
import { Renderer } from './rendering/renderer.js'
import { LateRoutes } from './running/late_routes.js'
import { LiveModules } from './running/live_modules.js'

/** The templates that came along; those of the project's own `stubs` folder win. */
const TEMPLATES = fileURLToPath(new URL('../../../stubs', import.meta.url))

export function bindGenerator(app: ApplicationService, { model }: ModuleGeneratorConfig): void {
  const { container } = app
  container.singleton(Project, () => new Project(app.makePath().replace(/\/$/, '')))
  container.singleton(Renderer, () => new Renderer(app, TEMPLATES))
  container.singleton(LateRoutes, async (resolver) => {
    return new LateRoutes(app, await resolver.make('router'))
  })
  container.singleton(LiveModules, async (resolver) => {
    return new LiveModules(app, await resolver.make(LateRoutes))
  })
  container.singleton(ModuleWriter, async (resolver) => {
    return new ModuleWriter(await resolver.make(Project), await resolver.make(LiveModules))
  })
  container.bind(ChatModel, () => new ChatModel(model))
}
