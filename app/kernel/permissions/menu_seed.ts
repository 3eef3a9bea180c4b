import type { Permission } from './define_permissions.js'

/** A menu, directory or button that a plugin brings along for front ends. */
export interface MenuSeed {
  type: 'directory' | 'menu' | 'button'
  /** Unique over all plugins: `system.users`, `system.users.create`. */
  name: string
  title: string
  /** Name of the menu of another plugin that it stands under; for the first of a tree. */
  parent?: string
  permission?: Permission
  path?: string
  component?: string
  icon?: string
  sort?: number
  children?: readonly MenuSeed[]
}
