import { givenBy, heldBy, within, type Held, type Reached, type Tables } from './held_rights.js'

/** One call that was carried out, by whom, and what the tables said around it. */
export interface Deed {
  /** Those whom the call may have given something to. */
  on: { users: readonly number[]; roles: readonly number[] }
  actor: number
  before: Tables
  after: Tables
  user?: number
  role?: number
}

/**
 * What a call gave, or touched, beyond what the one who made it held; `null` where all was within. People and roles
 * count twice, by what they hold today and by all that they might come to hold once what is disabled is enabled.
 */
export function beyond(deed: Deed): string | null {
  return (
    givenToPeople(deed) ??
    givenToRoles(deed) ??
    touchedPerson(deed) ??
    touchedRole(deed) ??
    menusChanged(deed)
  )
}

function givenToPeople({ on, actor, before, after }: Deed): string | null {
  const own = heldBy(actor, before)
  for (const id of on.users)
    for (const counting of ['enabled', 'everything'] as const) {
      const gained = gain(heldBy(id, before, counting), heldBy(id, after, counting))
      const more = exceeding(gained, own)
      if (more) return `gave a person ${more} (${counting})`
    }
  return null
}

/**
 * A role is measured by what it would give to the one who acts. Without limit or with listed departments it gives the
 * same to anybody; what another gives elsewhere is measured when somebody there gets it.
 */
function givenToRoles({ on, actor, before, after }: Deed): string | null {
  const own = heldBy(actor, before)
  for (const id of on.roles) {
    if (definition(id, before) === definition(id, after)) continue
    const place = departmentOf(actor, before)
    const gained = gain(
      givenBy(id, place, before, 'everything'),
      givenBy(id, place, after, 'everything')
    )
    const more = exceeding(gained, own)
    if (more) return `gave a role ${more}`
  }
  return null
}

function touchedPerson({ actor, before, user }: Deed): string | null {
  if (user === undefined) return null
  const more = exceeding(heldBy(user, before, 'everything'), heldBy(actor, before))
  return more && `touched a person who holds ${more}`
}

function touchedRole({ actor, before, role }: Deed): string | null {
  if (role === undefined) return null
  const holders = before.userRoles.filter(({ role_id: id }) => id === role)
  const people = [actor, ...holders.map(({ user_id: id }) => id)]
  for (const id of people) {
    const given = givenBy(role, departmentOf(id, before), before, 'everything')
    const more = exceeding(given, heldBy(actor, before))
    if (more) return `touched a role that gives ${more}`
  }
  return null
}

/** Menus are everybody's: what one carries that changed, and what is beneath it, must be held without limit. */
function menusChanged({ actor, before, after }: Deed): string | null {
  const own = heldBy(actor, before)
  const was = new Map(before.menus.map((menu) => [menu.id, menu]))
  const is = new Map(after.menus.map((menu) => [menu.id, menu]))
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (id) => JSON.stringify(was.get(id)) !== JSON.stringify(is.get(id))
  )
  const beneath = before.menus.filter(({ parent_id: id }) => id !== null && changed.includes(id))
  const carried = [
    ...changed.flatMap((id) => [was.get(id)?.permission, is.get(id)?.permission]),
    ...beneath.map(({ permission }) => permission),
  ].filter((permission) => typeof permission === 'string')
  const more = carried.find((permission) => own.get(permission) !== 'all')
  return more === undefined ? null : `changed a menu that carries ${more}`
}

function definition(roleId: number, { roles, roleMenus, roleDepartments }: Tables): string {
  const ofRole = ({ role_id: id }: { role_id: number }) => id === roleId
  return JSON.stringify([
    roles.find(({ id }) => id === roleId),
    roleMenus.filter(ofRole),
    roleDepartments.filter(ofRole),
  ])
}

function departmentOf(userId: number, { users }: Tables): number | null {
  return users.find(({ id }) => id === userId)!.department_id
}

function gain(before: Held, after: Held): Held {
  const gained = new Map<string, Reached>()
  for (const [permission, reached] of after) {
    const had = before.get(permission)
    if (had === undefined) gained.set(permission, reached)
    else if (!within(reached, had)) gained.set(permission, without(reached, had))
  }
  return gained
}

function without(reached: Reached, had: Reached): Reached {
  if (reached === 'all' || had === 'all') return reached
  return new Set([...reached].filter((id) => !had.has(id)))
}

function exceeding(gained: Held, own: Held): string | null {
  for (const [permission, reached] of gained) {
    const held = own.get(permission)
    if (held === undefined || !within(reached, held)) return permission
  }
  return null
}
