import { definePlugin } from '#kernel/plugins/main'
import access from '#plugins/access/plugin'
import files from '#plugins/files/plugin'
import identity from '#plugins/identity/plugin'
import menus from './menus.js'
import { messagingParameters } from './parameters.js'
import { messagingPermissions } from './permissions.js'
import { messagingRetention, messagingSettings } from './settings.js'

export default definePlugin({
  name: 'messaging',
  description: 'Conversations over WebSocket: ordered, durable, resumable; and notices',
  from: import.meta.url,
  requires: [identity, access, files],
  permissions: messagingPermissions,
  menus,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./messaging_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  settings: messagingSettings,
  parameters: messagingParameters,
  retention: messagingRetention,
})
