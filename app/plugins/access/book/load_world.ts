import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/operator/acting'
import { Department } from '#plugins/identity/main'
import Menu from '../models/menu.js'
import Role from '../models/role.js'
import { DepartmentTree } from './department_tree.js'
import { MenuTree, type MenuRecord } from './menu_tree.js'
import { World, type RoleRecord } from './world.js'

/** Reads it all anew; the revision first, so that what is read is never older than it says. */
export async function loadWorld(client: QueryClientContract): Promise<World> {
  const { revision } = await client.from('access_revisions').where('id', 1).firstOrFail()
  const menus = new MenuTree(await loadMenus(client))
  const departments = await actAsSystem('the tree of departments', () =>
    Department.query({ client }).select('id', 'parentId').pojo<DepartmentRow>()
  )
  const tree = new DepartmentTree(
    departments.map(({ id, parent_id: parentId }) => ({ id, parentId }))
  )
  return new World(Number(revision), await loadRoles(client, menus), menus, tree)
}

interface DepartmentRow {
  id: number
  parent_id: number | null
}

async function loadMenus(client: QueryClientContract): Promise<MenuRecord[]> {
  const rows = await client.from(Menu.table)
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    type: row.type,
    name: row.name,
    title: row.title,
    permission: row.permission,
    path: row.path,
    component: row.component,
    icon: row.icon,
    sort: row.sort,
    visible: Boolean(row.visible),
    keepAlive: Boolean(row.keep_alive),
    status: row.status,
  }))
}

async function loadRoles(
  client: QueryClientContract,
  menus: MenuTree
): Promise<Map<number, RoleRecord>> {
  const rows = await client.from(Role.table).orderBy('id')
  const departments = grouped(
    await client.from('role_departments').orderBy(['role_id', 'department_id']),
    'department_id'
  )
  const links = grouped(await client.from('role_menus').orderBy(['role_id', 'menu_id']), 'menu_id')
  return new Map(
    rows.map(({ id, code, name, data_scope: dataScope, built_in: builtIn, status }) => {
      const menuIds = links.get(id) ?? []
      const role: RoleRecord = {
        id,
        code,
        name,
        dataScope,
        builtIn: Boolean(builtIn),
        enabled: status === 'enabled',
        departmentIds: Object.freeze(departments.get(id) ?? []),
        menuIds,
        granted: grantedBy(menuIds, menus),
      }
      return [id, role]
    })
  )
}

function grantedBy(menuIds: readonly number[], menus: MenuTree): ReadonlySet<string> {
  const granted = new Set<string>()
  for (const id of menuIds) {
    const permission = menus.enabled(id) ? menus.get(id)!.permission : null
    if (permission) granted.add(permission)
  }
  return granted
}

function grouped(rows: Record<string, number>[], column: string): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const row of rows) {
    const group = groups.get(row.role_id!)
    if (group) group.push(row[column]!)
    else groups.set(row.role_id!, [row[column]!])
  }
  return groups
}
