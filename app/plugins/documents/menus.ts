import type { MenuSeed } from '#kernel/permissions/menu_seed'
import type { Permission } from '#kernel/permissions/define_permissions'
import {
  documentPermissions,
  editorPermissions,
  templatePermissions,
  trashPermissions,
} from './permissions.js'

function buttons(screen: string, permissions: Readonly<Record<string, Permission>>): MenuSeed[] {
  return Object.entries(permissions).map(([verb, permission], index) => ({
    type: 'button',
    name: `${screen}.${verb}`,
    title: permission.title,
    permission,
    sort: index + 1,
  }))
}

const { list: listDocuments, ...onDocuments } = documentPermissions
const { list: listTemplates, ...onTemplates } = templatePermissions
const { list: listTrash, ...onTrash } = trashPermissions

const menus: readonly MenuSeed[] = [
  {
    type: 'directory',
    name: 'documents',
    title: 'Documents',
    path: '/documents',
    icon: 'document',
    sort: 20,
    children: [
      {
        type: 'menu',
        name: 'documents.documents',
        title: 'Documents',
        path: '/documents/documents',
        component: 'documents/documents/index',
        permission: listDocuments,
        sort: 1,
        children: buttons('documents.documents', { ...onDocuments, ...editorPermissions }),
      },
      {
        type: 'menu',
        name: 'documents.templates',
        title: 'Templates',
        path: '/documents/templates',
        component: 'documents/templates/index',
        permission: listTemplates,
        sort: 2,
        children: buttons('documents.templates', onTemplates),
      },
      {
        type: 'menu',
        name: 'documents.trash',
        title: 'Trash',
        path: '/documents/trash',
        component: 'documents/trash/index',
        permission: listTrash,
        sort: 3,
        children: buttons('documents.trash', onTrash),
      },
    ],
  },
]

export default menus
