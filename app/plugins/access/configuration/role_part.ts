import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import {
  type AppliedPart,
  checkedEntries,
  type ConfigurationDifference,
  type ConfigurationFault,
  type ConfigurationPart,
} from '#kernel/plugins/main'
import { say } from '#kernel/languages/main'
import Role from '../models/role.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { assertAdministratorLeft } from '../rules/last_administrator.js'
import { assertBelowLimit, assertLinksBelowLimit } from '../rules/limits.js'
import { replaceLinks, roleDepartments, roleMenus } from '../rules/links.js'
import { loadSnapshot } from '../snapshot/access_cache.js'
import { raiseRevision } from '../snapshot/access_revision.js'
import type { AccessSnapshot, RoleDefinition } from '../snapshot/access_snapshot.js'
import { DepartmentPaths } from './department_paths.js'
import { ROLE_MEMBERS, type RoleEntry, rolesValidator } from './entries.js'

const PART = 'roles'

const NEW_ROLE: RoleDefinition = {
  builtIn: false,
  dataScope: 'self',
  departmentIds: [],
  menuIds: [],
}

interface Given {
  entry: RoleEntry
  departmentIds: number[]
  menuIds: number[]
}

/** Roles but the built-in one, which holds everything on every installation. Who has them is not transferred. */
@inject()
export class RolePart implements ConfigurationPart {
  constructor(private readonly announcements: RightsAnnouncements) {}

  async export(): Promise<RoleEntry[]> {
    const snapshot = await loadSnapshot(db.connection())
    const paths = await DepartmentPaths.read()
    const roles = [...snapshot.roles.values()].filter(({ builtIn }) => !builtIn)
    return roles
      .map(({ code, name, dataScope, enabled, departmentIds, menuIds }) => ({
        ...{ code, name, dataScope },
        status: enabled ? ('enabled' as const) : ('disabled' as const),
        departments: departmentIds.map((id) => paths.of(id)),
        menus: menuIds.flatMap((id) => snapshot.menus.mounted(id)?.name ?? []).sort(),
      }))
      .sort((a, b) => (a.code < b.code ? -1 : 1))
  }

  async apply(data: unknown, trx: TransactionClientContract): Promise<AppliedPart> {
    await raiseRevision(trx)
    const { entries, faults } = await checkedEntries(data, rolesValidator, {
      ...{ part: PART, key: 'code', members: ROLE_MEMBERS },
    })
    const snapshot = await loadSnapshot(trx)
    const given = await resolved(entries, snapshot, faults, trx)
    const written = faults.length > 0 ? [] : await writeAll(given, snapshot, trx)
    await assertAdministratorLeft(trx)
    return {
      differences: written.map(({ difference }) => difference),
      faults,
      announce: () => this.announcements.rolesChanged(written.map(({ id }) => id)),
    }
  }
}

/** Entries with the ids of what they name here. */
async function resolved(
  entries: readonly RoleEntry[],
  snapshot: AccessSnapshot,
  faults: ConfigurationFault[],
  trx: TransactionClientContract
): Promise<Given[]> {
  const builtIn = new Set(
    [...snapshot.roles.values()].flatMap((one) => (one.builtIn ? one.code : []))
  )
  const menus = new Map(snapshot.menus.all().map(({ name, id }) => [name, id]))
  const paths = await DepartmentPaths.read(trx)
  return entries.map((entry, index) => {
    const place = `${PART}.${index}`
    const refuse = (at: string, message: string) => void faults.push({ place: place + at, message })
    if (builtIn.has(entry.code))
      refuse('.code', `The built-in role "${entry.code}" holds everything, and no file changes it`)
    if (entry.dataScope !== 'custom' && entry.departments.length > 0)
      refuse('.departments', 'Only the data scope "custom" has departments')
    const menuIds = entry.menus.map((name, at) => {
      const id = menus.get(name)
      if (id === undefined) refuse(`.menus.${at}`, `There is no menu "${name}" here`)
      return id ?? 0
    })
    const departmentIds = entry.departments.map((path, at) => {
      const [id, ...others] = paths.idsOf(path)
      const shown = path.join(' / ')
      if (id === undefined) refuse(`.departments.${at}`, `There is no department ${shown} here`)
      if (others.length > 0) refuse(`.departments.${at}`, `Several departments are ${shown} here`)
      return id ?? 0
    })
    return { entry, menuIds, departmentIds: [...new Set(departmentIds)] }
  })
}

async function writeAll(
  given: readonly Given[],
  snapshot: AccessSnapshot,
  trx: TransactionClientContract
) {
  const known = new Map((await Role.query({ client: trx })).map((role) => [role.code, role]))
  const written: { id: number; difference: ConfigurationDifference }[] = []
  for (const one of given) {
    const role = known.get(one.entry.code)
    if (!role) assertBelowLimit(snapshot.roles.size + written.length, say`roles`)
    written.push(await write(one, role ?? new Role().fill({ builtIn: false }), snapshot, trx))
  }
  return written
}

/** Grants of menus that nobody is shown, because their plugin is not mounted here, stay. */
async function write(
  { entry, departmentIds, menuIds }: Given,
  role: Role,
  snapshot: AccessSnapshot,
  trx: TransactionClientContract
) {
  const before = (role.$isPersisted && snapshot.roles.get(role.id)) || NEW_ROLE
  const unmounted = before.menuIds.filter((id) => !snapshot.menus.mounted(id))
  const menus = [...menuIds, ...unmounted]
  const { code, name, dataScope, status } = entry
  role.useTransaction(trx).merge({ code, name, dataScope, status })
  const after = { builtIn: false, dataScope, departmentIds, menuIds: menus }
  assertLinksBelowLimit(snapshot.roles.values(), before, after)

  const isNew = !role.$isPersisted
  const members = [...Object.keys(role.$dirty), ...changedLinks(before, after)]
  if (members.length > 0) {
    if (!isNew) role.updatedAt = role.updatedAt.plus({ milliseconds: 1 })
    await role.save()
    await replaceLinks(trx, roleDepartments, role.id, departmentIds)
    await replaceLinks(trx, roleMenus, role.id, menus)
  }
  const change = isNew ? 'created' : members.length > 0 ? 'changed' : 'unchanged'
  const difference: ConfigurationDifference = {
    ...{ name: code, change },
    ...(change === 'changed' ? { members } : {}),
  }
  return { id: role.id, difference }
}

function changedLinks(before: RoleDefinition, after: RoleDefinition): string[] {
  const kinds = [
    ['departments', 'departmentIds'],
    ['menus', 'menuIds'],
  ] as const
  return kinds.flatMap(([name, ids]) => {
    const known = new Set(before[ids])
    const isSame =
      known.size === new Set(after[ids]).size && after[ids].every((id) => known.has(id))
    return isSame ? [] : [name]
  })
}
