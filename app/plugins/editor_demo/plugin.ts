import { definePlugin } from '#kernel/plugins/main'
import documents from '#plugins/documents/plugin'

export default definePlugin({
  name: 'editor_demo',
  description: 'A page to try the document editor with, outside of production',
  from: import.meta.url,
  requires: [documents],
  provider: () => import('./editor_demo_provider.js'),
  routes: () => import('./routes.js'),
})
