import { definePlugin } from '#kernel/plugins/main'
import access from '#plugins/access/plugin'
import files from '#plugins/files/plugin'
import identity from '#plugins/identity/plugin'
import menus from './menus.js'
import { messagingPermissions } from './permissions.js'

export default definePlugin({
  name: 'messaging',
  description: 'Conversations over WebSocket: ordered, durable, resumable; and notices',
  from: import.meta.url,
  requires: [identity, access, files],
  permissions: messagingPermissions,
  menus,
  provider: () => import('./messaging_provider.js'),
  routes: () => import('./routes.js'),
  settings: [
    'IM_FRAMES_PER_SECOND',
    'IM_FRAMES_PER_SECOND_PER_USER',
    'IM_SOCKETS_PER_USER',
    'IM_STREAMS_PER_USER',
    'IM_CONVERSATIONS_PER_HOUR',
    'IM_MEMBERS_PER_HOUR',
    'IM_NOTICES_PER_HOUR',
    'IM_REPORTS_PER_HOUR',
    'IM_BYTES_PER_HOUR',
    'IM_GROUP_MEMBERS',
    'IM_MEMBERSHIPS_PER_USER',
    'IM_MESSAGE_RETENTION_DAYS',
    'IM_DIRECT_RETENTION_DAYS',
    'IM_GROUP_RETENTION_DAYS',
    'IM_SYSTEM_RETENTION_DAYS',
    'IM_ACT_RETENTION_DAYS',
    'IM_CONTACTS',
    'IM_NEW_MEMBERS_SEE',
  ],
})
