import { definePlugin } from '#kernel/plugins/main'
import { apiDocsSettings } from './settings.js'

export default definePlugin({
  name: 'api_docs',
  description: 'OpenAPI and AsyncAPI from the running routes, and a page to try them on',
  from: import.meta.url,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./api_docs_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  settings: apiDocsSettings,
})
