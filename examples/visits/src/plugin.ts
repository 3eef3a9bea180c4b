import { definePlugin } from '#kernel/plugins/main'
import access from '#plugins/access/plugin'
import { visitMenus } from './menus.js'
import { visitPages } from './pages.js'
import { visitPermissions } from './permissions.js'
import { visitRetention, visitSettings } from './settings.js'

export default definePlugin({
  name: 'visits',
  description: 'Who visits the office, whom, and when',
  from: import.meta.url,
  requires: [access],
  permissions: visitPermissions,
  menus: visitMenus,
  pages: visitPages,
  settings: visitSettings,
  retention: visitRetention,
  provider: () => import('./visits_provider.js'),
  routes: () => import('./routes.js'),
})
