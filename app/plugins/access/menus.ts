import type { Permission, MenuSeed } from '#kernel/permissions/main'
import {
  cataloguePermissions,
  departmentPermissions,
  menuPermissions,
  positionPermissions,
  rolePermissions,
  securityEventPermissions,
  sessionPermissions,
  systemPermissions,
  userPermissions,
} from './permissions.js'

/** A screen whose own permission is to list; its buttons carry the others. */
function screen(
  name: string,
  title: string,
  icon: string,
  sort: number,
  permissions: Readonly<Record<string, Permission>>
): MenuSeed {
  const { list, ...others } = permissions
  return {
    type: 'menu',
    name: `system.${name}`,
    title,
    path: `/system/${name}`,
    component: `system/${name}/index`,
    icon,
    sort,
    permission: list,
    children: Object.entries(others).map(([verb, permission], index) => ({
      type: 'button',
      name: `system.${name}.${verb}`,
      title: permission.title,
      permission,
      sort: index + 1,
    })),
  }
}

const menus: readonly MenuSeed[] = [
  {
    type: 'directory',
    name: 'system',
    title: 'System',
    path: '/system',
    icon: 'settings',
    sort: 900,
    children: [
      screen('users', 'Users', 'users', 1, userPermissions),
      screen('roles', 'Roles', 'shield', 2, rolePermissions),
      screen('menus', 'Menus', 'menu', 3, menuPermissions),
      screen('departments', 'Departments', 'building', 4, departmentPermissions),
      screen('positions', 'Positions', 'briefcase', 4, positionPermissions),
      screen('permissions', 'Permissions', 'key', 5, cataloguePermissions),
      screen('sessions', 'Sessions', 'monitor', 6, sessionPermissions),
      screen('security-events', 'Login history', 'history', 7, securityEventPermissions),
      screen('plugins', 'Plugins', 'plug', 8, { list: systemPermissions.plugins }),
      screen('health', 'Health', 'activity', 9, { list: systemPermissions.health }),
    ],
  },
]

export default menus
