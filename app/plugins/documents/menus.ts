import type { MenuSeed, Permission } from '#kernel/permissions/main'
import {
  documentPermissions,
  editorPermissions,
  templatePermissions,
  trashPermissions,
} from './permissions.js'

type Permissions = Readonly<Record<string, Permission>>

function buttons(screen: string, permissions: Permissions): MenuSeed[] {
  return Object.entries(permissions).map(([verb, permission], index) => ({
    type: 'button',
    name: `${screen}.${verb}`,
    title: permission.title,
    permission,
    sort: index + 1,
  }))
}

function screenOf(
  name: string,
  title: string,
  icon: string,
  sort: number,
  { list, ...others }: Permissions
): MenuSeed {
  return {
    type: 'menu',
    name: `documents.${name}`,
    title,
    path: `/documents/${name}`,
    component: `documents/${name}/index`,
    icon,
    permission: list,
    sort,
    children: buttons(`documents.${name}`, others),
  }
}

const menus: readonly MenuSeed[] = [
  {
    type: 'directory',
    name: 'documents',
    title: 'Documents',
    path: '/documents',
    icon: 'document',
    sort: 20,
    children: [
      screenOf('documents', 'Documents', 'document', 1, {
        ...documentPermissions,
        ...editorPermissions,
      }),
      screenOf('templates', 'Templates', 'template', 2, templatePermissions),
      screenOf('trash', 'Trash', 'trash', 3, trashPermissions),
    ],
  },
]

export default menus
