import type { Permission } from './define_permissions.js'

/** A menu, directory or button that a plugin brings along for front ends. */
export interface MenuSeed {
  type: 'directory' | 'menu' | 'button'
  /** Unique over all plugins: `system.users`, `system.users.create`. */
  name: string
  title: string
  permission?: Permission
  path?: string
  component?: string
  icon?: string
  sort?: number
  /** Name of a menu of a required plugin, beneath which this one stands. */
  parent?: string
  children?: readonly MenuSeed[]
}
