import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { recordDeleted } from '#kernel/auditing/main'
import { assertUnchanged } from '#kernel/database/main'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { User } from '#plugins/identity/main'
import { actAsSystem } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import type { RoleDefinition, AccessSnapshot } from '../snapshot/access_snapshot.js'
import Role from '../models/role.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'
import { assertHoldersReached } from '../rules/unscoped_menu_rule.js'
import { replaceLinks, roleDepartments, roleMenus } from '../rules/links.js'
import { assertDepartmentsReached, assertMenusNamed, refuseDuplicate } from '../rules/references.js'
import { assertLinksBelowLimit, assertBelowLimit } from '../rules/limits.js'
import type { updateRoleValidator } from '../validators/role_validators.js'

type RoleValues = Partial<Infer<typeof updateRoleValidator>>

const NEW_ROLE: RoleDefinition = {
  builtIn: false,
  dataScope: 'self',
  departmentIds: [],
  menuIds: [],
}

/** Creates, changes and deletes roles: what they were and what they become must be within what the operator holds. */
@inject()
export class WriteRole {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** Resolves to the id. */
  async create(values: RoleValues & { code: string; name: string }): Promise<number> {
    const role = await this.administration.ofAccess(async (change) => {
      assertBelowLimit(change.snapshot.roles.size, say`roles`)
      const fresh = new Role().fill({ builtIn: false, dataScope: 'self', status: 'enabled' })
      await this.#write(fresh, values, NEW_ROLE, change)
      return fresh
    })
    await this.announcements.rolesChanged([])
    return role.id
  }

  /** @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT */
  async update(id: number, values: RoleValues): Promise<void> {
    const isChanged = await this.administration.ofAccess(async (change) => {
      const role = await Role.query({ client: change.trx }).where('id', id).forUpdate().first()
      if (!role) throw new E_NOT_FOUND()

      assertUnchanged(role, values.updatedAt)
      assertNotBuiltIn(role, values)
      await assertHoldersReached(id, change.trx)
      const before = change.snapshot.roles.get(id)!
      return this.#write(role, values, before, change)
    })
    if (isChanged) await this.announcements.rolesChanged([id])
  }

  /**
   * Deletes roles that nobody has, all or none.
   *
   * @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT
   */
  async delete(ids: readonly number[]): Promise<void> {
    await this.administration.ofAccess((change) => deleteRoles([...ids], change))
    await this.announcements.rolesChanged([])
  }

  /** Resolves to whether anything is other than it was. */
  async #write(
    role: Role,
    { departmentIds, menuIds, updatedAt: _seen, ...values }: RoleValues,
    before: RoleDefinition,
    { trx, snapshot, rule }: Change
  ): Promise<boolean> {
    role.merge(values)
    const after = becoming(role, before, { departmentIds, menuIds }, snapshot)
    assertLinksBelowLimit(snapshot.roles.values(), before, after)
    const holders = await holderDepartments(role.id, trx)
    rule.assertRole(before, holders)
    rule.assertRole(after, holders)
    if (!role.$isDirty && isSame(before, after)) return false

    if (role.$isPersisted) role.updatedAt = role.updatedAt.plus({ milliseconds: 1 })
    const message = say`There is already a role "${role.code}"`
    await role.useTransaction(trx).save().catch(refuseDuplicate('code', message))
    await replaceLinks(trx, roleDepartments, role.id, after.departmentIds)
    if (menuIds) await replaceLinks(trx, roleMenus, role.id, after.menuIds)
    return true
  }
}

/**
 * What a role will be. Departments mean something to the scope `custom` alone; grants of menus that nobody is shown,
 * because their plugin is not mounted here, stay.
 */
function becoming(
  { builtIn, dataScope }: Role,
  before: RoleDefinition,
  given: { departmentIds?: number[]; menuIds?: number[] },
  snapshot: AccessSnapshot
): RoleDefinition {
  const departmentIds = dataScope === 'custom' ? (given.departmentIds ?? before.departmentIds) : []
  const known = new Set(before.departmentIds)
  const added = departmentIds.filter((id) => !known.has(id))
  assertDepartmentsReached(added, snapshot, 'departmentIds')
  assertMenusNamed(given.menuIds ?? [], snapshot)
  const unmounted = before.menuIds.filter((id) => !snapshot.menus.mounted(id))
  const menuIds = given.menuIds ? [...given.menuIds, ...unmounted] : before.menuIds
  return { builtIn, dataScope, departmentIds, menuIds }
}

function isSame(before: RoleDefinition, after: RoleDefinition): boolean {
  return (['departmentIds', 'menuIds'] as const).every((links) => {
    const known = new Set(before[links])
    return known.size === new Set(after[links]).size && after[links].every((id) => known.has(id))
  })
}

/** Of a built-in role only the name may be changed; saying again what is so already is no change. */
function assertNotBuiltIn(role: Role, { name: _name, updatedAt: _seen, ...values }: RoleValues) {
  if (!role.builtIn) return
  const changes = Object.entries(values).some(([field, value]) =>
    Array.isArray(value) ? value.length > 0 : role[field as keyof Role] !== value
  )
  if (changes) throw new E_CONFLICT('The built-in administrator role holds everything, always')
}

async function holderDepartments(
  roleId: number | undefined,
  client: TransactionClientContract
): Promise<(number | null)[]> {
  if (roleId === undefined) return []
  const holders = client.from('user_roles').where('role_id', roleId).select('user_id')
  const rows = await actAsSystem('in which departments a role is held', () =>
    User.query({ client })
      .whereIn('id', holders)
      .distinct('departmentId')
      .pojo<{ department_id: number | null }>()
  )
  return rows.map(({ department_id: id }) => id)
}

async function deleteRoles(ids: number[], { trx, snapshot, rule }: Change): Promise<void> {
  const roles = snapshot.rolesOf(ids)
  if (roles.length < ids.length) throw new E_NOT_FOUND()
  if (roles.some(({ builtIn }) => builtIn))
    throw new E_CONFLICT('The built-in administrator role cannot be deleted')

  for (const role of roles) rule.assertRole(role, [])
  const held = await trx.from('user_roles').whereIn('role_id', ids).first()
  if (held)
    throw new E_CONFLICT('A role that users have cannot be deleted; take it from them first')
  const rows = await Role.query({ client: trx }).whereIn('id', ids)
  await Role.query({ client: trx }).whereIn('id', ids).delete()
  await recordDeleted(rows, trx)
}
