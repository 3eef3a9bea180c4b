import app from '@adonisjs/core/services/app'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerLanguage, ok } from '#kernel/http/main'
import { type Language, translate } from '#kernel/languages/main'
import { describePlugins, type PluginDescription } from '#kernel/plugins/main'
import { SystemHealth } from '../queries/system_health.js'

/** What runs here, and how it is. */
export default class SystemController {
  async plugins(ctx: HttpContext) {
    const language = answerLanguage(ctx)
    const plugins = await describePlugins(app)
    return ok(plugins.map((plugin) => pluginIn(language, plugin)))
  }

  @inject()
  async health(ctx: HttpContext, health: SystemHealth) {
    return ok(await health.find(answerLanguage(ctx)))
  }
}

function pluginIn(language: Language, { description, ...plugin }: PluginDescription) {
  return { ...plugin, description: description === null ? null : translate(description, language) }
}
