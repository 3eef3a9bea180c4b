import { readSettings } from '#kernel/settings/main'
import apiDocs from '#plugins/api_docs/plugin'
import app from '@adonisjs/core/services/app'
import type { ApiDocsConfig } from '#plugins/api_docs/main'

const { API_DOCS_ENABLED, API_DOCS_UI_PATH } = readSettings(apiDocs.settings)

const apiDocsConfig: ApiDocsConfig = {
  enabled: API_DOCS_ENABLED ?? !app.inProduction,
  uiPath: `/${API_DOCS_UI_PATH.replace(/^\/+|(?<!\/)\/+$/g, '')}`,
}

export default apiDocsConfig
