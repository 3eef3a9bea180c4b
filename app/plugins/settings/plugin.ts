import { definePlugin } from '#kernel/plugins/main'
import access from '#plugins/access/plugin'
import audit from '#plugins/audit/plugin'
import identity from '#plugins/identity/plugin'
import menus from './menus.js'
import { applicationParameters } from './parameters.js'
import { allPermissions } from './permissions.js'

export default definePlugin({
  name: 'settings',
  description: 'Settings that administrators change at run time, dictionaries, and their transfer',
  from: import.meta.url,
  requires: [identity, access, audit],
  permissions: allPermissions,
  menus,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./settings_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  parameters: applicationParameters,
})
