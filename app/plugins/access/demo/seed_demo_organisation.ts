import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Department, PasswordHashing, User } from '#plugins/identity/main'
import Menu from '../models/menu.js'
import Role from '../models/role.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { changeAccess } from '../snapshot/access_revision.js'
import { addLinks, roleDepartments, roleMenus, userRoles } from '../rules/links.js'
import { DEMO_PASSWORD, departments, roles, users } from './organisation.js'

type Ids = ReadonlyMap<string, number>

/** What is no work but administration, or a tool of developers. */
const NOT_EVERYBODYS = /^(system|ai):/

/** A small organisation to look around in, on an installation where there are no departments and no people yet. */
@inject()
export class SeedDemoOrganisation {
  constructor(
    private readonly hashing: PasswordHashing,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** Resolves to whether it was made. */
  async handle(): Promise<boolean> {
    if (await hasBegun()) return false

    const password = await this.hashing.make(DEMO_PASSWORD)
    await changeAccess(async (client) => {
      const departmentIds = await makeDepartments(client)
      const roleIds = await makeRoles(client, departmentIds)
      await makeUsers(client, departmentIds, roleIds, password)
    })
    await this.announcements.departmentsChanged()
    await this.announcements.rolesChanged([])
    return true
  }
}

/** The first administrator is there from the start. */
async function hasBegun(): Promise<boolean> {
  const someone = await User.query().select('id').limit(2)
  return someone.length > 1 || (await Department.query().select('id').first()) !== null
}

async function makeDepartments(client: TransactionClientContract): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const [index, [name, { under }]] of Object.entries(departments).entries()) {
    const parentId = under === null ? null : ids.get(under)!
    const values = { name, parentId, sort: index + 1, status: 'enabled' as const }
    ids.set(name, (await Department.create(values, { client })).id)
  }
  return ids
}

async function makeRoles(client: TransactionClientContract, departmentIds: Ids): Promise<Ids> {
  const menus = await Menu.query({ client }).whereNotNull('permission')
  const ids = new Map<string, number>()
  for (const [code, { name, dataScope, administers, ...role }] of Object.entries(roles)) {
    const values = { code, name, dataScope, builtIn: false, status: 'enabled' as const }
    const { id } = await Role.create(values, { client })
    const carried = menus.filter(
      ({ permission }) => administers.test(permission!) || !NOT_EVERYBODYS.test(permission!)
    )
    const reached = (role.departments ?? []).map((department) => departmentIds.get(department)!)
    await addLinks(client, roleMenus, id, idsOf(carried))
    await addLinks(client, roleDepartments, id, reached)
    ids.set(code, id)
  }
  return ids
}

async function makeUsers(
  client: TransactionClientContract,
  departmentIds: Ids,
  roleIds: Ids,
  password: string
): Promise<void> {
  for (const [username, { nickname, department, role }] of Object.entries(users)) {
    const departmentId = departmentIds.get(department)!
    const values = { username, nickname, password, departmentId, status: 'enabled' as const }
    const user = await User.create(values, { client })
    await addLinks(client, userRoles, user.id, [roleIds.get(role)!])
  }
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
