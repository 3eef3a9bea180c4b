import { definePlugin } from '#kernel/plugins/main'
import { consoleSettings } from './settings.js'

export default definePlugin({
  name: 'console',
  description: 'The web console for administrators and operators, on the public API alone',
  from: import.meta.url,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./console_provider.js'),
  routes: () => import('./routes.js'),
  settings: consoleSettings,
})
