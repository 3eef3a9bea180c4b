import { type Said, say } from '#kernel/languages/main'
import type { MenuRecord } from '../snapshot/menu_tree.js'
import { carries, grantsNow, type AccessCase } from './access_case.js'

const MOST_NAMED = 10

/** What would have to change for it to be allowed; empty where it is. */
export function remediesFor(of: AccessCase): Said[] {
  return [
    ...(of.user.status === 'enabled' ? [] : [say`Enable the user`]),
    ...(of.grant === null ? toGrant(of) : []),
    ...(of.grant !== null && of.row?.reached === false ? toReach(of) : []),
  ]
}

function toGrant(of: AccessCase): Said[] {
  if (!of.known)
    return [say`No plugin asks for this permission and no menu carries it; mind its name`]
  const { snapshot } = of.held
  const carriers = [...snapshot.menus.all()].filter(
    ({ permission }) => permission === of.permission
  )
  const carrying = of.roles.filter((role) => carries(role, of))
  const granting = [...snapshot.roles.values()].filter((role) => grantsNow(role, of.permission))
  return [
    ...carrying.filter(({ enabled }) => !enabled).map(({ code }) => say`Enable the role "${code}"`),
    ...(carrying.some(({ enabled }) => enabled)
      ? carriers.flatMap((menu) => toEnable(menu, of))
      : []),
    ...oneOf(
      say`Give the user one of the roles that grant it`,
      granting.map(({ code }) => code)
    ),
    ...toCarry(of, carriers),
  ]
}

function toEnable({ id, title }: MenuRecord, { held }: AccessCase): Said[] {
  if (held.snapshot.menus.enabled(id)) return []
  return [say`Enable the menu or button "${title}", and what stands above it`]
}

function toCarry({ roles }: AccessCase, carriers: readonly MenuRecord[]): Said[] {
  if (carriers.length === 0) return [say`Make a menu or button that carries the permission`]
  const enabled = roles.filter(({ enabled: counts, builtIn }) => counts && !builtIn)
  if (enabled.length === 0) return []
  return oneOf(
    say`Add the menu or button "${carriers[0]!.title}" to one of the user’s roles`,
    enabled.map(({ code }) => code)
  )
}

function toReach({ held, permission, scope, row, further }: AccessCase): Said[] {
  const roles = held.grantors(permission).map(({ code }) => code)
  const [department, owner] = [scope?.department && row!.department, scope?.owner && row!.owner]
  return [
    ...oneOf(
      department
        ? say`Widen the data scope of one of the roles to department ${department}`
        : say`Widen the data scope of one of the roles`,
      roles
    ),
    ...(department ? [say`Move the row, which is of department ${department}, or the user`] : []),
    ...(owner ? [say`Let somebody do it who reaches the rows of user ${owner}`] : []),
    ...(further ? [further.remedy] : []),
  ]
}

function oneOf(what: Said, codes: readonly string[]): Said[] {
  if (codes.length === 0) return []
  const named = codes.slice(0, MOST_NAMED).join(', ')
  return [say`${what}: ${named}${codes.length > MOST_NAMED ? ', …' : ''}`]
}
