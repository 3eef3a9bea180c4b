import env from '#start/env'
import app from '@adonisjs/core/services/app'
import type { ModuleGeneratorConfig } from '#plugins/module_generator/main'

const baseUrl = env.get('AI_BASE_URL')

function prices() {
  const [prompt, answer] = [env.get('AI_PRICE_PROMPT'), env.get('AI_PRICE_ANSWER')]
  return prompt === undefined || answer === undefined ? null : { prompt, answer }
}

const moduleGeneratorConfig: ModuleGeneratorConfig = {
  enabled: env.get('MODULE_GENERATOR_ENABLED', !app.inProduction),
  historyDays: env.get('MODULE_HISTORY_RETENTION_DAYS', 365),
  model: baseUrl
    ? {
        baseUrl,
        apiKey: env.get('AI_API_KEY'),
        name: env.get('AI_MODEL', 'gpt-4o-mini'),
        prices: prices(),
      }
    : null,
}

export default moduleGeneratorConfig
