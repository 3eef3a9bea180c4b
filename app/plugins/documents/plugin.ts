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
  provider: () => import('./documents_provider.js'),
  routes: () => import('./routes.js'),
  commands: './commands',
  settings: [
    'EDITOR_ENABLED',
    'EDITOR_DOCUMENT_SERVER_URL',
    'EDITOR_DOCUMENT_SERVER_INTERNAL_URL',
    'EDITOR_PUBLIC_BASE_URL',
    'EDITOR_JWT_SECRET',
    'EDITOR_SIGNED_CALLBACK',
    'EDITOR_CONVERSION_SECONDS',
    'EDITOR_CONVERSIONS_PER_USER',
    'EDITOR_SWEEP_MINUTES',
    'EDITOR_SAVE_LIMIT_MB',
    'EDITOR_UNPACKED_LIMIT_MB',
    'EDITOR_DOWNLOAD_SECONDS',
    'EDITOR_DOWNLOAD_IDLE_SECONDS',
    'DOCUMENT_RETENTION_DAYS',
    'DOCUMENT_LOG_RETENTION_DAYS',
    'DOCUMENT_OWN_REVIEW',
  ],
})

function prefixed<Value>(prefix: string, set: Readonly<Record<string, Value>>) {
  return Object.fromEntries(Object.entries(set).map(([name, one]) => [`${prefix}.${name}`, one]))
}
