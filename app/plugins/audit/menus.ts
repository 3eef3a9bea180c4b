import type { MenuSeed } from '#kernel/permissions/main'
import { auditPermissions as may } from './permissions.js'

const menus: readonly MenuSeed[] = [
  {
    type: 'menu',
    parent: 'system',
    name: 'system.audit',
    title: 'Audit trail',
    permission: may.list,
    path: '/system/audit',
    component: 'system/audit/index',
    icon: 'history',
    sort: 8,
    children: [
      {
        type: 'button',
        name: 'system.audit.show',
        title: may.show.title,
        permission: may.show,
        sort: 1,
      },
      {
        type: 'button',
        name: 'system.audit.export',
        title: may.export.title,
        permission: may.export,
        sort: 2,
      },
    ],
  },
]

export default menus
