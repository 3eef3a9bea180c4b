import { definePlugin } from '#kernel/plugins/main'
import access from '#plugins/access/plugin'
import identity from '#plugins/identity/plugin'
import menus from './menus.js'
import { generatorPermissions } from './permissions.js'
import { moduleGeneratorRetention, moduleGeneratorSettings } from './settings.js'

export default definePlugin({
  name: 'module_generator',
  description: 'From a sentence, a table or field lines to a verified module, and back',
  from: import.meta.url,
  requires: [identity, access],
  permissions: generatorPermissions,
  menus,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./module_generator_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  settings: moduleGeneratorSettings,
  retention: moduleGeneratorRetention,
})
