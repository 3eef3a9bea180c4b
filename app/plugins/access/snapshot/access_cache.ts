import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import { VersionedCache, type Stamp, type Versions } from '#kernel/state/main'
import { Department, DEPARTMENTS_KEY } from '#plugins/identity/main'
import Menu from '../models/menu.js'
import Role from '../models/role.js'
import { revisionOf } from './access_revision.js'
import { AccessSnapshot, type RoleRecord } from './access_snapshot.js'
import { DepartmentTree } from './department_tree.js'
import { MenuTree, type MenuRecord } from './menu_tree.js'
import { mountedMenus, type PluginMenus } from './plugin_menus.js'

/** Version key of roles and menus; bumped after any change of them. */
export const ROLES_KEY = 'roles'
/** Version keys of all that a snapshot holds. */
export const ACCESS_KEYS = [ROLES_KEY, DEPARTMENTS_KEY] as const

const KEY = 'snapshot'

/** Roles, menus and departments as this node knows them: read once, and again when somebody changed them. */
export class AccessCache {
  readonly #snapshots = new VersionedCache<Promise<AccessSnapshot>>(1)
  #latest: AccessSnapshot | null = null
  /** The read that began last: no older than what any request was authorized by. */
  #loading: Promise<AccessSnapshot> | null = null

  constructor(private readonly versions: Versions) {}

  async current(): Promise<AccessSnapshot> {
    const stamp: Stamp | null = await this.versions.read(ACCESS_KEYS)
    const known = this.#snapshots.get(KEY, stamp)
    if (known) return known

    const loading = loadSnapshot(db.connection())
    this.#snapshots.set(KEY, stamp, loading)
    this.#loading = loading
    return this.#remember(loading)
  }

  /** No older than what authorized this request; asks nobody. */
  latest(): Promise<AccessSnapshot> {
    return this.#loading ?? this.current()
  }

  /** As it is in a transaction; with `lock` it stays so until the transaction ends. */
  async within(
    trx: TransactionClientContract,
    lock?: 'forShare' | 'forUpdate'
  ): Promise<AccessSnapshot> {
    const revision = await revisionOf(trx, lock)
    if (this.#latest?.revision === revision) return this.#latest
    this.#latest = await loadSnapshot(trx)
    return this.#latest
  }

  async #remember(loading: Promise<AccessSnapshot>): Promise<AccessSnapshot> {
    try {
      this.#latest = await loading
      return this.#latest
    } catch (error) {
      if (this.#loading === loading) this.#loading = null
      this.#snapshots.delete(KEY)
      throw error
    }
  }
}

/** Reads all rows; the revision first, so that they are never older than it says. */
export async function loadSnapshot(client: QueryClientContract): Promise<AccessSnapshot> {
  const revision = await revisionOf(client)
  const menus = new MenuTree(await loadMenus(client))
  const departments = await actAsSystem('the tree of departments', () =>
    Department.query({ client }).select('id', 'parentId').pojo<DepartmentRow>()
  )
  const tree = new DepartmentTree(
    departments.map(({ id, parent_id: parentId }) => ({ id, parentId }))
  )
  return new AccessSnapshot(revision, await loadRoles(client, menus), menus, tree)
}

interface DepartmentRow {
  id: number
  parent_id: number | null
}

async function loadMenus(client: QueryClientContract): Promise<MenuRecord[]> {
  const [rows, mounted] = [await client.from(Menu.table), mountedMenus()]
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    title: row.title,
    path: row.path,
    component: row.component,
    icon: row.icon,
    sort: row.sort,
    visible: Boolean(row.visible),
    keepAlive: Boolean(row.keep_alive),
    status: row.status,
    ...typeOf(row, mounted),
  }))
}

/** A plugin's row is what this node's version of the plugin says: another node may run an older one. */
function typeOf(
  row: Pick<MenuRecord, 'type' | 'name' | 'permission'> & { plugin: string | null },
  mounted: PluginMenus
): Pick<MenuRecord, 'type' | 'permission' | 'unmounted'> {
  const seed = row.plugin === null ? undefined : mounted.get(row.name)?.seed
  const { type, permission } = row
  if (!seed) return { type, permission, unmounted: row.plugin !== null }
  return { type: seed.type, permission: seed.permission?.code ?? null, unmounted: false }
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
        granted: carriedWhere(menuIds, menus, (menuId) => menus.enabled(menuId)),
        inactive: carriedWhere(menuIds, menus, (menuId) => menus.inactive(menuId)),
      }
      return [id, role]
    })
  )
}

function carriedWhere(
  menuIds: readonly number[],
  menus: MenuTree,
  counts: (id: number) => boolean
): ReadonlySet<string> {
  const carried = menuIds.map((id) => (counts(id) ? menus.get(id)!.permission : null))
  return new Set(carried.filter((permission) => permission !== null))
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
