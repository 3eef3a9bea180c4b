import type { MenuSeed } from '#kernel/permissions/main'
import { filePermissions } from './permissions.js'

const { list, ...others } = filePermissions

const menus: readonly MenuSeed[] = [
  {
    type: 'menu',
    name: 'files',
    title: 'Files',
    path: '/files',
    component: 'files/index',
    icon: 'folder',
    sort: 30,
    permission: list,
    children: Object.entries(others).map(([verb, permission], index) => ({
      type: 'button',
      name: `files.${verb}`,
      title: permission.title,
      permission,
      sort: index + 1,
    })),
  },
]

export default menus
