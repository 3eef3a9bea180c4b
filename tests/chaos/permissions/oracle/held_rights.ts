import type { DataScope } from '#plugins/access/main'

/** Departments whose rows somebody reaches through a permission; `all` for every row there is. */
export type Reached = 'all' | ReadonlySet<number>

/** Reached departments by permission. */
export type Held = ReadonlyMap<string, Reached>

/** Whether what is disabled counts as well: it may be enabled tomorrow. */
export type Counting = 'enabled' | 'everything'

export interface Tables {
  users: { id: number; department_id: number | null }[]
  userRoles: { user_id: number; role_id: number }[]
  roles: { id: number; data_scope: DataScope; built_in: boolean; status: string }[]
  roleMenus: { role_id: number; menu_id: number }[]
  roleDepartments: { role_id: number; department_id: number }[]
  menus: { id: number; parent_id: number | null; permission: string | null; status: string }[]
  departments: { id: number; parent_id: number | null }[]
}

/** What somebody holds, worked out naïvely from the tables; nothing for who is not there. */
export function heldBy(userId: number, tables: Tables, counting: Counting = 'enabled'): Held {
  const user = tables.users.find(({ id }) => id === userId)
  const held = new Map<string, Reached>()
  for (const { role_id: roleId } of tables.userRoles.filter((row) => row.user_id === userId))
    for (const [permission, reached] of givenBy(roleId, user!.department_id, tables, counting))
      held.set(permission, united(held.get(permission), reached))
  return held
}

/** What a role gives to whoever works in a department; nothing where there is no such role. */
export function givenBy(
  roleId: number,
  departmentId: number | null,
  tables: Tables,
  counting: Counting
): Held {
  const role = tables.roles.find(({ id }) => id === roleId)
  if (!role || (role.status !== 'enabled' && counting === 'enabled')) return new Map()
  const reached = reachedThrough(role, departmentId, tables)
  return new Map(grantedBy(role, tables, counting).map((permission) => [permission, reached]))
}

export function united(one: Reached | undefined, other: Reached): Reached {
  return one === 'all' || other === 'all' ? 'all' : new Set([...(one ?? []), ...other])
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
  if (role.built_in || role.data_scope === 'all') return 'all'
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

function grantedBy(
  role: Tables['roles'][number],
  { menus, roleMenus }: Tables,
  counting: Counting
): string[] {
  if (role.built_in) return menus.flatMap(({ permission }) => permission ?? [])
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const counts = (id: number | null): boolean => {
    if (id === null || counting === 'everything') return true
    const menu = byId.get(id)!
    return menu.status === 'enabled' && counts(menu.parent_id)
  }
  const linked = roleMenus.filter(({ role_id: id }) => id === role.id).map((row) => row.menu_id)
  return linked.filter(counts).flatMap((id) => byId.get(id)?.permission ?? [])
}
