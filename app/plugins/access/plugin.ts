import { definePlugin } from '#kernel/plugins/main'
import identity from '#plugins/identity/plugin'
import menus from './menus.js'
import { accessPages } from './pages.js'
import { accessPermissions } from './permissions.js'
import { accessSettings } from './settings.js'

export default definePlugin({
  name: 'access',
  description: 'Roles, menus, data scopes and the administration of users and departments',
  from: import.meta.url,
  requires: [identity],
  permissions: accessPermissions,
  menus,
  pages: accessPages,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./access_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  settings: accessSettings,
})
