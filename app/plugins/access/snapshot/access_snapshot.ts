import { everything, nothing, ownRowsOf, type Reach } from '#kernel/acting/main'
import type { DataScope } from '../models/role.js'
import type { DepartmentTree } from './department_tree.js'
import type { MenuTree } from './menu_tree.js'

/** Whose rights are meant. */
export interface Person {
  readonly id: number
  readonly departmentId: number | null
}

/** A role by what it says of itself, whether or not it is stored like that. */
export interface RoleDefinition {
  readonly builtIn: boolean
  readonly dataScope: DataScope
  readonly departmentIds: readonly number[]
  readonly menuIds: readonly number[]
}

export interface RoleRecord extends RoleDefinition {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly enabled: boolean
  /** What it grants: the permissions of those of its menus and buttons that are enabled. */
  readonly granted: ReadonlySet<string>
  /** What it would grant if all plugins were mounted, beyond `granted`. */
  readonly inactive: ReadonlySet<string>
}

/** Roles, menus and departments as they were at one revision; unchanging. */
export class AccessSnapshot {
  readonly #customReaches = new WeakMap<readonly number[], Reach>()
  readonly #carried = new WeakMap<RoleDefinition, ReadonlySet<string>>()

  constructor(
    readonly revision: number,
    readonly roles: ReadonlyMap<number, RoleRecord>,
    readonly menus: MenuTree,
    readonly departments: DepartmentTree
  ) {}

  rolesOf(ids: Iterable<number>): RoleRecord[] {
    return [...ids].flatMap((id) => this.roles.get(id) ?? [])
  }

  /** Every permission that the role's menus and buttons carry, enabled or not, mounted here or not. */
  carriedBy(role: RoleDefinition): ReadonlySet<string> {
    const known = this.#carried.get(role)
    if (known) return known
    const all = role.menuIds.map((id) => this.menus.get(id)?.permission ?? null)
    const carried = new Set(all.filter((permission) => permission !== null))
    this.#carried.set(role, carried)
    return carried
  }

  /** Which rows a person sees through a role. */
  reachThrough(role: RoleDefinition, { id, departmentId }: Person): Reach {
    if (role.builtIn || role.dataScope === 'all') return everything
    if (role.dataScope === 'self') return ownRowsOf(id)
    if (role.dataScope === 'custom') return this.#custom(role.departmentIds)
    if (departmentId === null) return nothing
    return this.departments.reachOf(departmentId, role.dataScope === 'department_and_below')
  }

  #custom(departments: readonly number[]): Reach {
    const known = this.#customReaches.get(departments)
    if (known) return known
    const reach: Reach = Object.freeze({ kind: 'rows', owner: null, departments })
    this.#customReaches.set(departments, reach)
    return reach
  }
}
