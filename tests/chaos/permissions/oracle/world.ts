import { givenBy, heldBy, type Held, type Reached, type Tables } from './held_rights.js'
import type { Row, Snapshot } from '../stage/snapshot.js'

/** Whose a row is. */
export interface Whose {
  owner?: unknown
  department?: unknown
}

/** What is so at one moment, as the oracle sees it: from the rows alone, and by nothing of the product. */
export class World {
  readonly tables: Tables
  readonly #held = new Map<number, Held>()
  readonly #own = new Map<number, ReadonlySet<string>>()

  constructor(readonly snapshot: Snapshot) {
    const all = <Name extends keyof Tables>(table: string) =>
      snapshot.get(table) as unknown as Tables[Name]
    this.tables = {
      users: all<'users'>('users'),
      userRoles: all<'userRoles'>('user_roles'),
      roles: all<'roles'>('roles'),
      roleMenus: all<'roleMenus'>('role_menus'),
      roleDepartments: all<'roleDepartments'>('role_departments'),
      menus: all<'menus'>('menus').map(rightsOf),
      departments: all<'departments'>('departments'),
    }
  }

  rows(table: string): readonly Row[] {
    return this.snapshot.get(table)!
  }

  row(table: string, id: unknown): Row | undefined {
    return this.rows(table).find((row) => row.id === id)
  }

  held(userId: number): Held {
    const known = this.#held.get(userId) ?? heldBy(userId, this.tables)
    this.#held.set(userId, known)
    return known
  }

  /** Of departments; `undefined` for who does not hold the permission. */
  reached(userId: number, permission: string): Reached | undefined {
    return this.held(userId).get(permission)
  }

  reaches(userId: number, permission: string, { owner, department }: Whose): boolean {
    const reached = this.reached(userId, permission)
    if (reached === undefined) return false
    if (reached === 'all' || reached.has(department as number)) return true
    return owner === userId && this.#ownThrough(userId).has(permission)
  }

  /** What somebody owns is within the scope `self` alone: the others go by department. */
  #ownThrough(userId: number): ReadonlySet<string> {
    const known = this.#own.get(userId)
    if (known) return known
    const own = this.tables.userRoles.filter((row) => row.user_id === userId)
    const roles = this.tables.roles.filter(
      ({ id, data_scope: scope }) => scope === 'self' && own.some((row) => row.role_id === id)
    )
    const permissions = roles.flatMap(({ id }) => [
      ...givenBy(id, null, this.tables, 'enabled').keys(),
    ])
    this.#own.set(userId, new Set(permissions))
    return this.#own.get(userId)!
  }

  /** The built-in role holds whatever there is. */
  isAdministrator(userId: number): boolean {
    const builtIn = new Set(this.tables.roles.filter((row) => row.built_in).map(({ id }) => id))
    return this.tables.userRoles.some((row) => row.user_id === userId && builtIn.has(row.role_id))
  }

  rolesOf(userId: number): number[] {
    const enabled = new Set(
      this.tables.roles.filter(({ status }) => status === 'enabled').map(({ id }) => id)
    )
    const own = this.tables.userRoles.filter((row) => row.user_id === userId)
    return own.map((row) => row.role_id).filter((id) => enabled.has(id))
  }
}

/** How a menu looks gives nobody anything. */
function rightsOf({ id, parent_id, permission, status }: Tables['menus'][number]) {
  return { id, parent_id, permission, status }
}
