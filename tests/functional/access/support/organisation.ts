import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { Versions } from '#kernel/state/main'
import { Menu, Role, ROLES_KEY, type DataScope } from '#plugins/access/main'
import { Department, DEPARTMENTS_KEY, type User } from '#plugins/identity/main'
import { freshName, makeOperator } from '../../../helpers/accounts.js'
import { callerOf } from './caller.js'

/** Makes what tests stand on straight in the database, so that what they test is not what made it. */
async function changed(...keys: string[]): Promise<void> {
  await db.from('access_revisions').where('id', 1).increment('revision', 1)
  const versions = await app.container.make(Versions)
  await versions.bump(...keys)
}

export async function makeDepartment(parentId: number | null = null): Promise<number> {
  const department = await actAsSystem('make a department for a test', () =>
    Department.create({ name: freshName('department'), parentId, sort: 0, status: 'enabled' })
  )
  await changed(DEPARTMENTS_KEY)
  return department.id
}

export async function makeMenu(values: Partial<Menu> = {}): Promise<Menu> {
  const name = freshName('menu')
  const menu = await Menu.create({
    name,
    title: name,
    type: 'menu',
    parentId: null,
    permission: null,
    sort: 0,
    visible: true,
    keepAlive: false,
    status: 'enabled',
    ...values,
  })
  await changed(ROLES_KEY)
  return menu
}

export interface RoleSketch {
  permissions?: readonly string[]
  menuIds?: readonly number[]
  dataScope?: DataScope
  departmentIds?: readonly number[]
  status?: 'enabled' | 'disabled'
}

export async function makeRole({ permissions = [], menuIds = [], ...sketch }: RoleSketch = {}) {
  const code = freshName('role')
  const { dataScope = 'all', departmentIds = [], status = 'enabled' } = sketch
  const role = await Role.create({ code, name: code, dataScope, builtIn: false, status })
  const menus = [...menuIds, ...(await menusCarrying(permissions))]
  await link('role_menus', { role_id: role.id }, 'menu_id', menus)
  await link('role_departments', { role_id: role.id }, 'department_id', departmentIds)
  await changed(ROLES_KEY)
  return role
}

/** Ids of the plugins' menus and buttons that carry the permissions. */
export async function menusCarrying(permissions: readonly string[]): Promise<number[]> {
  const rows = await Menu.query()
    .whereIn('permission', [...permissions])
    .whereNotNull('plugin')
  const carried = new Set(rows.map(({ permission }) => permission))
  const missing = permissions.find((permission) => !carried.has(permission))
  if (missing) throw new Error(`No menu carries "${missing}"`)
  return rows.map(({ id }) => id)
}

export async function makeUser(
  roles: readonly Role[] = [],
  departmentId: number | null = null
): Promise<User> {
  const user = await makeOperator({ departmentId })
  await link(
    'user_roles',
    { user_id: user.id },
    'role_id',
    roles.map(({ id }) => id)
  )
  return user
}

/** A new user who has one role of these permissions, logged in. */
export async function holder(
  client: ApiClient,
  permissions: readonly string[],
  sketch: Omit<RoleSketch, 'permissions'> & { departmentId?: number | null } = {}
) {
  const { departmentId = null, ...role } = sketch
  const user = await makeUser([await makeRole({ permissions, ...role })], departmentId)
  return { user, caller: await callerOf(client, user.username) }
}

async function link(
  table: string,
  own: Record<string, number>,
  column: string,
  ids: readonly number[]
) {
  for (let from = 0; from < ids.length; from += 500) {
    const rows = ids.slice(from, from + 500).map((id) => ({ ...own, [column]: id }))
    await db.table(table).multiInsert(rows)
  }
}
