import type { MenuSeed } from '#kernel/permissions/main'
import { messagingPermissions } from './permissions.js'

const menus: readonly MenuSeed[] = [
  {
    type: 'directory',
    name: 'messaging',
    title: 'Messages',
    path: '/messaging',
    icon: 'chat',
    sort: 40,
    children: [
      {
        type: 'menu',
        name: 'messaging.online',
        title: 'Online',
        permission: messagingPermissions.listOnline,
        path: '/messaging/online',
        component: 'messaging/online/index',
        sort: 1,
        children: [
          {
            type: 'button',
            name: 'messaging.online.kick',
            title: 'Kick',
            permission: messagingPermissions.kick,
          },
        ],
      },
      {
        type: 'menu',
        name: 'messaging.notices',
        title: 'Notices',
        permission: messagingPermissions.sendNotice,
        path: '/messaging/notices',
        component: 'messaging/notices/index',
        sort: 2,
      },
    ],
  },
]

export default menus
