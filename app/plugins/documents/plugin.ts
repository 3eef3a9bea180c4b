import { definePlugin } from '#kernel/plugins/main'
import access from '#plugins/access/plugin'
import files from '#plugins/files/plugin'
import identity from '#plugins/identity/plugin'
import menus from './menus.js'
import {
  documentPermissions,
  editorPermissions,
  templatePermissions,
  trashPermissions,
} from './permissions.js'
import { documentsRetention, documentsSettings } from './settings.js'

const permissions = {
  ...documentPermissions,
  ...prefixed('template', templatePermissions),
  ...prefixed('editor', editorPermissions),
  ...prefixed('trash', trashPermissions),
}

export default definePlugin({
  name: 'documents',
  description: 'Documents with versions and review, edited in an external editor',
  from: import.meta.url,
  requires: [identity, access, files],
  permissions,
  menus,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./documents_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  settings: documentsSettings,
  retention: documentsRetention,
})

function prefixed<Value>(prefix: string, set: Readonly<Record<string, Value>>) {
  return Object.fromEntries(Object.entries(set).map(([name, one]) => [`${prefix}.${name}`, one]))
}
