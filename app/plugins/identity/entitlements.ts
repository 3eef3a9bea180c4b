import type { Operator } from '#kernel/operator/operator'

export interface MenuNode {
  id: number
  type: 'directory' | 'menu'
  name: string
  title: string
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
  abstract of(operator: Operator): Promise<Entitlements>
}

/** Without a plugin that knows roles, nobody holds anything. */
export class NoEntitlements extends EntitlementsBook {
  async of(): Promise<Entitlements> {
    return { roles: [], permissions: [], menus: [] }
  }
}
