import app from '@adonisjs/core/services/app'
import type { Router } from '@adonisjs/core/http'
import type { ModuleGeneratorConfig } from './module_generator_config.js'
import { describeSteps } from './http/steps_channel.js'
import { moduleRoutes } from './http/module_routes.js'
import { planRoutes } from './http/plan_routes.js'

export default function routes(router: Router) {
  if (!app.config.get<ModuleGeneratorConfig>('module_generator').enabled) return

  router
    .group(() => {
      planRoutes(router)
      moduleRoutes(router)
    })
    .prefix('/app/dev/module-generator')
    .as('module_generator')
  describeSteps()
}
