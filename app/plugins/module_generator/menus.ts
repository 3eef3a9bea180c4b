import type { MenuSeed } from '#kernel/permissions/main'
import { generatorPermissions } from './permissions.js'

const menus: readonly MenuSeed[] = [
  {
    type: 'directory',
    name: 'dev',
    title: 'Development',
    path: '/dev',
    icon: 'code',
    sort: 950,
    children: [
      {
        type: 'menu',
        name: 'dev.module-generator',
        title: 'Module generator',
        path: '/dev/module-generator',
        component: 'dev/module-generator/index',
        icon: 'blocks',
        sort: 1,
        permission: generatorPermissions.use,
      },
    ],
  },
]

export default menus
