import app from '@adonisjs/core/services/app'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { describePlugins } from '#kernel/plugins/main'
import { SystemHealth } from '../queries/system_health.js'

/** What runs here, and how it is. */
export default class SystemController {
  async plugins() {
    return ok(await describePlugins(app))
  }

  @inject()
  async health(_ctx: HttpContext, health: SystemHealth) {
    return ok(await health.find())
  }
}
