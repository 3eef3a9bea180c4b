import type { MenuSeed } from '#kernel/permissions/main'
import { visitPermissions } from './permissions.js'

export const visitMenus: readonly MenuSeed[] = [
  {
    type: 'menu',
    name: 'visits.visits',
    title: 'Visits',
    path: '/visits',
    permission: visitPermissions.list,
    children: [
      {
        type: 'button',
        name: 'visits.visits.create',
        title: 'Announce',
        permission: visitPermissions.create,
      },
      {
        type: 'button',
        name: 'visits.visits.delete',
        title: 'Delete',
        permission: visitPermissions.delete,
      },
    ],
  },
]
