import { definePlugin } from '#kernel/plugins/main'

export default definePlugin({
  name: 'api_docs',
  description: 'OpenAPI and AsyncAPI from the running routes, and a page to try them on',
  from: import.meta.url,
  provider: () => import('./api_docs_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  settings: ['API_DOCS_ENABLED', 'API_DOCS_UI_PATH'],
})
