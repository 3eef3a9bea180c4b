import { definePlugin } from '#kernel/plugins/main'
import { identityParameters } from './parameters.js'
import { identityRetention, identitySettings } from './settings.js'

export default definePlugin({
  name: 'identity',
  description: 'Operators, departments, login, sessions and lockout',
  from: import.meta.url,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./identity_provider.js'),
  routes: () => import('./routes.js'),
  listeners: () => import('./listeners.js'),
  commands: './commands',
  settings: identitySettings,
  parameters: identityParameters,
  retention: identityRetention,
})
