import { readSettings, retentionDays } from '#kernel/settings/main'
import moduleGenerator from '#plugins/module_generator/plugin'
import app from '@adonisjs/core/services/app'
import type { ModuleGeneratorConfig } from '#plugins/module_generator/main'

const settings = readSettings(moduleGenerator.settings)
const baseUrl = settings.AI_BASE_URL

const moduleGeneratorConfig: ModuleGeneratorConfig = {
  enabled: settings.MODULE_GENERATOR_ENABLED ?? !app.inProduction,
  historyDays: retentionDays(moduleGenerator.retention).module_histories,
  model: baseUrl
    ? {
        baseUrl,
        apiKey: settings.AI_API_KEY,
        name: settings.AI_MODEL,
        /** What a million tokens cost, `{ prompt, answer }`: the history then keeps what each draft cost. */
        prices: null,
      }
    : null,
}

export default moduleGeneratorConfig
