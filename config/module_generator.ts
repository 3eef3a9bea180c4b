import env from '#start/env'
import app from '@adonisjs/core/services/app'
import type { ModuleGeneratorConfig } from '#plugins/module_generator/main'

const baseUrl = env.get('AI_BASE_URL')

const moduleGeneratorConfig: ModuleGeneratorConfig = {
  enabled: env.get('MODULE_GENERATOR_ENABLED', !app.inProduction),
  model: baseUrl
    ? { baseUrl, apiKey: env.get('AI_API_KEY'), name: env.get('AI_MODEL', 'gpt-4o-mini') }
    : null,
}

export default moduleGeneratorConfig
