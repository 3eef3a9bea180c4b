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
      {
        type: 'menu',
        name: 'messaging.conversations',
        title: 'Conversations',
        permission: messagingPermissions.listConversations,
        path: '/messaging/conversations',
        component: 'messaging/conversations/index',
        sort: 3,
        children: [
          {
            type: 'button',
            name: 'messaging.conversations.close',
            title: 'Close',
            permission: messagingPermissions.closeConversations,
          },
          {
            type: 'button',
            name: 'messaging.conversations.owner',
            title: 'Give to another owner',
            permission: messagingPermissions.giveConversations,
          },
          {
            type: 'button',
            name: 'messaging.conversations.delete',
            title: 'Delete',
            permission: messagingPermissions.deleteConversations,
          },
          {
            type: 'button',
            name: 'messaging.conversations.export',
            title: 'Export',
            permission: messagingPermissions.exportMessages,
          },
        ],
      },
      {
        type: 'menu',
        name: 'messaging.reports',
        title: 'Reports',
        permission: messagingPermissions.listReports,
        path: '/messaging/reports',
        component: 'messaging/reports/index',
        sort: 4,
        children: [
          {
            type: 'button',
            name: 'messaging.reports.close',
            title: 'Close',
            permission: messagingPermissions.closeReports,
          },
        ],
      },
      {
        type: 'menu',
        name: 'messaging.acts',
        title: 'What was done',
        permission: messagingPermissions.listActs,
        path: '/messaging/acts',
        component: 'messaging/acts/index',
        sort: 5,
      },
    ],
  },
]

export default menus
