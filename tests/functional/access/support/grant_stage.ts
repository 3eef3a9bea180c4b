import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import { DATA_SCOPES, Role, type DataScope } from '#plugins/access/main'
import { freshName } from '../../../helpers/accounts.js'
import { makeDepartment, makeMenu, makeRole, makeUser, menusCarrying } from './organisation.js'

export const VERBS = ['a:see', 'b:see', 'c:see', 'd:see']
const ADMINISTRATORS = 4
const ADMINISTERS = [
  'system:user:create',
  'system:user:import',
  'system:user:update',
  'system:user:password',
  'system:user:status',
  'system:user:roles',
  'system:role:create',
  'system:role:update',
  'system:role:delete',
  'system:menu:create',
  'system:menu:update',
  'system:menu:delete',
  'system:department:update',
]

export interface GrantStage {
  prefix: string
  departments: number[]
  directories: number[]
  menus: number[]
  roles: number[]
  users: number[]
  /** The role that holds everything; nobody has it here. */
  builtIn: number
}

const index = fc.nat({ max: 1_000 })
const some = fc.array(index, { maxLength: 2 })
const scope = fc.constantFrom(...DATA_SCOPES)
const step = fc.record({
  actor: index,
  one: index,
  other: index,
  many: some,
  more: some,
  status: fc.constantFrom('enabled' as const, 'disabled' as const),
  scope,
})
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const often = (tenths: number) => fc.nat({ max: 9 }).map((roll) => roll < tenths)
/** What such a role gives depends on where one works. */
const relative = fc.constantFrom('department' as const, 'department_and_below' as const)
const oftenAll = fc.oneof(fc.constant('all' as const), scope)
const roleOf = (scopes: fc.Arbitrary<DataScope>, tenths: number) =>
  fc.record({
    dataScope: scopes,
    carries: fc.array(often(tenths), { minLength: VERBS.length, maxLength: VERBS.length }),
    departments: some,
  })
const so = (many: number) => ({ minLength: many, maxLength: many })

/** Those who administer reach far and hold much, and others little: else nearly all is refused. */
export const drafts = fc.record({
  administering: fc.array(roleOf(oftenAll, 0), so(ADMINISTRATORS)),
  theirs: fc.array(roleOf(fc.oneof(oftenAll, relative), 7), so(ADMINISTRATORS)),
  others: fc.array(roleOf(fc.oneof(scope, relative), 3), so(5)),
})
type RoleDraft = ReturnType<typeof roleOf> extends fc.Arbitrary<infer Value> ? Value : never
type Drafts = typeof drafts extends fc.Arbitrary<infer Value> ? Value : never

export const callsOf = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), step), { minLength: 20, maxLength: 40 })

export const pick = (from: readonly number[], at: number) => from[at % from.length]!
export const pickAll = (from: readonly number[], at: readonly number[]) => [
  ...new Set(at.map((one) => pick(from, one))),
]

/**
 * Departments in three levels; four permissions, one on a disabled menu and one beneath a disabled directory; and
 * people who hold some of these, of whom some administer, each within limits.
 */
export async function setStage(drafted: Drafts): Promise<GrantStage> {
  const root = await makeDepartment()
  const [east, west] = [await makeDepartment(root), await makeDepartment(root)]
  const [shown, hidden] = [
    await makeMenu({ type: 'directory' }),
    await makeMenu({ type: 'directory', status: 'disabled' }),
  ]
  const on: GrantStage = {
    prefix: `t${freshName('p').replaceAll(/\W/g, '')}:`,
    departments: [root, east, west, await makeDepartment(east), await makeDepartment(west)],
    directories: [shown.id, hidden.id],
    menus: [],
    roles: [],
    users: [],
    builtIn: (await Role.findByOrFail('code', 'admin')).id,
  }
  for (const [place, verb] of VERBS.entries()) {
    const parentId = place === 0 ? hidden.id : shown.id
    const status = place === 1 ? 'disabled' : 'enabled'
    on.menus.push((await makeMenu({ parentId, status, permission: on.prefix + verb })).id)
  }
  await setPeople(on, drafted)
  return on
}

async function setPeople(on: GrantStage, { administering, theirs, others }: Drafts): Promise<void> {
  const administers = await menusCarrying(ADMINISTERS)
  const stored = async ({ dataScope, carries, departments }: RoleDraft, more: number[] = []) => {
    const menuIds = [...more, ...on.menus.filter((_, at) => carries[at])]
    const departmentIds = dataScope === 'custom' ? pickAll(on.departments, departments) : []
    const role = await makeRole({ dataScope, menuIds, departmentIds })
    on.roles.push(role.id)
    return role
  }
  for (const [place, draft] of [...theirs, ...others].entries()) {
    const roles = [await stored(draft)]
    const administrator = administering[place]
    if (administrator) roles.push(await stored(administrator, administers))
    on.users.push((await makeUser(roles, pick(on.departments, place))).id)
  }
}

/** Mostly one of those who administer from the start. */
export function actorOf({ users }: GrantStage, { actor }: Step): number {
  return actor % 5 === 0 ? pick(users, actor) : pick(users.slice(0, ADMINISTRATORS), actor)
}

/** What the last sequence made would make reading the tables slower and slower. */
export async function clearStage(on: GrantStage): Promise<void> {
  await db.from('users').whereIn('id', on.users).delete()
  await db.from('roles').whereIn('id', on.roles).delete()
  const trees = { menus: [...on.menus, ...on.directories], departments: on.departments }
  for (const [table, ids] of Object.entries(trees)) {
    await db.from(table).whereIn('id', ids).update({ parent_id: null })
    await db.from(table).whereIn('id', ids).delete()
  }
}
