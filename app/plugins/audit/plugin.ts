import { definePlugin } from '#kernel/plugins/main'
import access from '#plugins/access/plugin'
import identity from '#plugins/identity/plugin'
import menus from './menus.js'
import { auditPages } from './pages.js'
import { auditPermissions } from './permissions.js'
import { auditRetention, auditSettings } from './settings.js'

export default definePlugin({
  name: 'audit',
  description:
    'Who did what, to which rows and with which outcome, in a chain that shows tampering',
  from: import.meta.url,
  requires: [identity, access],
  permissions: auditPermissions,
  menus,
  pages: auditPages,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./audit_provider.js'),
  routes: () => import('./routes.js'),
  listeners: () => import('./listeners.js'),
  commands: './commands',
  settings: auditSettings,
  retention: auditRetention,
})
