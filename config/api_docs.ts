import env from '#start/env'
import app from '@adonisjs/core/services/app'
import type { ApiDocsConfig } from '#plugins/api_docs/main'

const apiDocsConfig: ApiDocsConfig = {
  enabled: env.get('API_DOCS_ENABLED', !app.inProduction),
  uiPath: `/${env.get('API_DOCS_UI_PATH', '/docs').replace(/^\/+|(?<!\/)\/+$/g, '')}`,
}

export default apiDocsConfig
