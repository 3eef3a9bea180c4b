import type { MenuSeed, Permission } from '#kernel/permissions/main'
import { dictionaryPermissions, settingPermissions } from './permissions.js'

type Screen = Pick<MenuSeed, 'title' | 'icon' | 'sort'> & {
  name: string
  permissions: Readonly<Record<string, Permission>>
}

/** A screen of the directory of the access plugin; its own permission is to list, its buttons carry the others. */
function screen({ name, permissions: { list, ...others }, ...looks }: Screen): MenuSeed {
  return {
    type: 'menu',
    name: `system.${name}`,
    parent: 'system',
    path: `/system/${name}`,
    component: `system/${name}/index`,
    permission: list,
    ...looks,
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
  screen({
    name: 'settings',
    title: 'Settings',
    icon: 'settings',
    sort: 20,
    permissions: settingPermissions,
  }),
  screen({
    name: 'dictionaries',
    title: 'Dictionaries',
    icon: 'book',
    sort: 21,
    permissions: dictionaryPermissions,
  }),
]

export default menus
