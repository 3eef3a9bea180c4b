import type { MenuSeed } from '#kernel/permissions/main'
import { moderationPermissions as may } from './permissions.js'

const button = (name: string, title: string, permission: MenuSeed['permission']): MenuSeed => ({
  type: 'button',
  name: `moderation.${name}`,
  title,
  permission,
})

const menus: readonly MenuSeed[] = [
  {
    type: 'directory',
    name: 'moderation',
    title: 'Moderation',
    path: '/moderation',
    icon: 'chat',
    sort: 45,
    children: [
      {
        type: 'menu',
        name: 'moderation.conversations',
        title: 'Conversations',
        permission: may.listConversations,
        path: '/moderation/conversations',
        component: 'moderation/conversations/index',
        sort: 1,
        children: [
          button('conversations.close', 'Close', may.closeConversations),
          button('conversations.owner', 'Give to another owner', may.changeOwners),
          button('conversations.delete', 'Delete', may.deleteConversations),
          button('conversations.export', 'Export', may.exportMessages),
        ],
      },
      {
        type: 'menu',
        name: 'moderation.reports',
        title: 'Reports',
        permission: may.listReports,
        path: '/moderation/reports',
        component: 'moderation/reports/index',
        sort: 2,
        children: [
          button('reports.close', 'Close', may.closeReports),
          button('reports.remove', 'Remove the message', may.removeMessages),
        ],
      },
    ],
  },
]

export default menus
