import type { Operator } from '#kernel/acting/main'
import type { Stamp } from '#kernel/state/main'

export interface MenuNode {
  id: number
  type: 'directory' | 'menu'
  parentId: number | null
  name: string
  title: string
  permission: string | null
  path: string | null
  component: string | null
  icon: string | null
  sort: number
  visible: boolean
  keepAlive: boolean
  status: 'enabled'
  children: MenuNode[]
}

/** Roles, permissions and menus of an operator, as front ends show them. */
export interface Entitlements {
  /** codes */
  roles: string[]
  /** codes, sorted */
  permissions: string[]
  menus: MenuNode[]
}

/** Finds the entitlements of operators. The plugin that has roles binds its own. */
export abstract class EntitlementsBook {
  /** @param stamp of the request; without one it is read */
  abstract of(operator: Operator, stamp?: Stamp | null): Promise<Entitlements>
}

/** Without a plugin that has roles there are none. */
export class NoEntitlements extends EntitlementsBook {
  async of(): Promise<Entitlements> {
    return { roles: [], permissions: [], menus: [] }
  }
}
