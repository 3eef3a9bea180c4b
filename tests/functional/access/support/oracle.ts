import db from '@adonisjs/lucid/services/db'
import type { DataScope } from '#plugins/access/main'

/** Departments whose rows somebody reaches through a permission; `all` for every row there is. */
export type Reached = 'all' | ReadonlySet<number>

interface Tables {
  users: { id: number; department_id: number | null }[]
  userRoles: { user_id: number; role_id: number }[]
  roles: { id: number; data_scope: DataScope; built_in: boolean; status: string }[]
  roleMenus: { role_id: number; menu_id: number }[]
  roleDepartments: { role_id: number; department_id: number }[]
  menus: { id: number; parent_id: number | null; permission: string | null; status: string }[]
  departments: { id: number; parent_id: number | null }[]
}

export async function readTables(): Promise<Tables> {
  return {
    users: await db.from('users').select('id', 'department_id'),
    userRoles: await db.from('user_roles'),
    roles: await db.from('roles'),
    roleMenus: await db.from('role_menus'),
    roleDepartments: await db.from('role_departments'),
    menus: await db.from('menus').select('id', 'parent_id', 'permission', 'status'),
    departments: await db.from('departments').select('id', 'parent_id'),
  }
}

/** What somebody holds, worked out naïvely from the tables; only permissions that begin with `prefix`. */
export function heldBy(userId: number, prefix: string, tables: Tables): Map<string, Reached> {
  const user = tables.users.find(({ id }) => id === userId)!
  const held = new Map<string, Reached>()
  for (const { role_id: roleId } of tables.userRoles.filter((row) => row.user_id === userId)) {
    const role = tables.roles.find(({ id }) => id === roleId)!
    if (role.status !== 'enabled') continue
    const reached = reachedThrough(role, user.department_id, tables)
    for (const permission of grantedBy(roleId, tables).filter((code) => code.startsWith(prefix)))
      held.set(permission, united(held.get(permission) ?? new Set(), reached))
  }
  return held
}

export function united(one: Reached, other: Reached): Reached {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other])
}

export function within(one: Reached, other: Reached): boolean {
  if (other === 'all') return true
  return one !== 'all' && [...one].every((id) => other.has(id))
}

function reachedThrough(
  role: Tables['roles'][number],
  departmentId: number | null,
  { departments, roleDepartments }: Tables
): Reached {
  if (role.data_scope === 'all') return 'all'
  if (role.data_scope === 'custom') {
    const listed = roleDepartments.filter(({ role_id: id }) => id === role.id)
    return new Set(listed.map(({ department_id: id }) => id))
  }
  if (role.data_scope === 'self' || departmentId === null) return new Set()
  if (role.data_scope === 'department') return new Set([departmentId])
  const above = (id: number): number[] => {
    const parentId = departments.find((one) => one.id === id)?.parent_id ?? null
    return parentId === null ? [id] : [id, ...above(parentId)]
  }
  return new Set(departments.map(({ id }) => id).filter((id) => above(id).includes(departmentId)))
}

function grantedBy(roleId: number, { menus, roleMenus }: Tables): string[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const enabled = (id: number | null): boolean => {
    if (id === null) return true
    const menu = byId.get(id)!
    return menu.status === 'enabled' && enabled(menu.parent_id)
  }
  const linked = roleMenus.filter(({ role_id: id }) => id === roleId).map(({ menu_id: id }) => id)
  return linked.filter(enabled).flatMap((id) => byId.get(id)?.permission ?? [])
}
