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

/** What an operator holds, as front ends show it. */
export interface Entitlements {
  /** codes */
  roles: string[]
  /** codes, sorted */
  permissions: string[]
  menus: MenuNode[]
}

/** Tells what an operator holds. The plugin that knows roles binds its own. */
export abstract class EntitlementsBook {
  /** @param stamp as the request brought it along; left out, the book asks for one itself */
  abstract of(operator: Operator, stamp?: Stamp | null): Promise<Entitlements>
}

/** Without a plugin that knows roles, nobody holds anything. */
export class NoEntitlements extends EntitlementsBook {
  async of(): Promise<Entitlements> {
    return { roles: [], permissions: [], menus: [] }
  }
}
