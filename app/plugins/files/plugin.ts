import { definePlugin } from '#kernel/plugins/main'
import identity from '#plugins/identity/plugin'
import menus from './menus.js'
import { filesParameters } from './parameters.js'
import { filePermissions } from './permissions.js'
import { filesSettings } from './settings.js'

export default definePlugin({
  name: 'files',
  description: 'Files on a disk or in a bucket, kept once per content',
  from: import.meta.url,
  requires: [identity],
  permissions: filePermissions,
  menus,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./files_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  settings: filesSettings,
  parameters: filesParameters,
})
