import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import { Refusal } from '#kernel/http/define_error'
import { actAsOperator, actAsSystem } from '#kernel/operator/acting'
import { Gate } from '#kernel/permissions/gate'
import { DATA_SCOPES, type DataScope } from '#plugins/access/main'
import { User } from '#plugins/identity/main'
import { CreateUser } from '../../../app/plugins/access/actions/create_user.js'
import { UpdateUser } from '../../../app/plugins/access/actions/update_user.js'
import { WriteDepartment } from '../../../app/plugins/access/actions/write_department.js'
import { WriteMenu } from '../../../app/plugins/access/actions/write_menu.js'
import { WriteRole } from '../../../app/plugins/access/actions/write_role.js'
import { freshName, PASSWORD } from '../../helpers/accounts.js'
import { heldBy, readTables, united, within, type Reached } from './support/oracle.js'
import {
  makeDepartment,
  makeMenu,
  makeRole,
  makeUser,
  menusCarrying,
} from './support/organisation.js'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 60)
const VERBS = ['a:see', 'b:see', 'c:see', 'd:see']
/** So many of the roles may administer. */
const ADMINISTRATORS = 4
const ADMINISTERS = [
  'system:user:create',
  'system:user:update',
  'system:user:status',
  'system:user:roles',
  'system:role:create',
  'system:role:update',
  'system:menu:create',
  'system:menu:update',
  'system:department:update',
]

interface Stage {
  prefix: string
  departments: number[]
  menus: number[]
  roles: number[]
  users: number[]
}

interface RoleDraft {
  dataScope: DataScope
  carries: boolean[]
  departments: number[]
}

/** Departments in three levels, four permissions, and people of whom some administer, each within limits. */
async function stage(drafts: readonly RoleDraft[]): Promise<Stage> {
  const prefix = `t${freshName('p').replaceAll(/\W/g, '')}:`
  const root = await makeDepartment()
  const [east, west] = [await makeDepartment(root), await makeDepartment(root)]
  const departments = [root, east, west, await makeDepartment(east), await makeDepartment(west)]
  const directory = await makeMenu({ type: 'directory' })
  const menus: number[] = []
  for (const verb of VERBS)
    menus.push((await makeMenu({ parentId: directory.id, permission: prefix + verb })).id)

  const administers = await menusCarrying(ADMINISTERS)
  const on: Stage = { prefix, departments, menus, roles: [], users: [] }
  for (const [place, { dataScope, carries, departments: listed }] of drafts.entries()) {
    const carried = menus.filter((_, at) => carries[at])
    const role = await makeRole({
      dataScope,
      menuIds: place < ADMINISTRATORS ? [...administers, ...carried] : carried,
      departmentIds: dataScope === 'custom' ? pickAll(departments, listed) : [],
    })
    on.roles.push(role.id)
    on.users.push((await makeUser([role], pick(departments, place))).id)
  }
  on.menus.push(directory.id)
  return on
}

const index = fc.nat({ max: 1_000 })
const some = fc.array(index, { maxLength: 2 })
const status = fc.constantFrom('enabled' as const, 'disabled' as const)
const scope = fc.constantFrom(...DATA_SCOPES)
const step = fc.record({
  actor: index,
  one: index,
  other: index,
  many: some,
  more: some,
  status,
  scope,
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const pick = (from: readonly number[], at: number) => from[at % from.length]!
const pickAll = (from: readonly number[], at: readonly number[]) => [
  ...new Set(at.map((one) => pick(from, one))),
]

const make = {
  createUser: () => app.container.make(CreateUser),
  updateUser: () => app.container.make(UpdateUser),
  writeRole: () => app.container.make(WriteRole),
  writeMenu: () => app.container.make(WriteMenu),
  writeDepartment: () => app.container.make(WriteDepartment),
}

const MOVES: Record<string, [permission: string, (on: Stage, by: Step) => Promise<unknown>]> = {
  createUser: [
    'system:user:create',
    async (on, { one, many }) => {
      const departmentId = pick(on.departments, one)
      const roleIds = pickAll(on.roles, many)
      const given = { username: freshName(), password: PASSWORD, departmentId, roleIds }
      on.users.push(await (await make.createUser()).handle(given))
    },
  ],
  setRoles: [
    'system:user:roles',
    async (on, { one, many }) =>
      (await make.updateUser()).handle(pick(on.users, one), { roleIds: pickAll(on.roles, many) }),
  ],
  moveUser: [
    'system:user:update',
    async (on, { one, other }) =>
      (await make.updateUser()).handle(pick(on.users, one), {
        departmentId: pick(on.departments, other),
      }),
  ],
  createRole: [
    'system:role:create',
    async (on, { many, more, scope: dataScope }) => {
      const code = freshName('role')
      const [menuIds, departmentIds] = [pickAll(on.menus, many), pickAll(on.departments, more)]
      const values = { code, name: code, dataScope, departmentIds, menuIds }
      on.roles.push(await (await make.writeRole()).create(values))
    },
  ],
  changeRole: [
    'system:role:update',
    async (on, { one, many, more, scope: dataScope, status: to }) =>
      (await make.writeRole()).update(pick(on.roles, one), {
        dataScope,
        status: to,
        departmentIds: pickAll(on.departments, more),
        ...(many.length > 0 ? { menuIds: pickAll(on.menus, many) } : {}),
      }),
  ],
  switchMenu: [
    'system:menu:update',
    async (on, { one, status: to }) =>
      (await make.writeMenu()).update(pick(on.menus, one), { status: to }),
  ],
  renameMenuPermission: [
    'system:menu:update',
    async (on, { one, other }) =>
      (await make.writeMenu()).update(pick(on.menus, one), {
        permission: on.prefix + VERBS[other % 4],
      }),
  ],
  createMenu: [
    'system:menu:create',
    async (on, { other }) => {
      const permission = on.prefix + VERBS[other % 4]
      const values = { type: 'button' as const, title: 'Button', permission }
      on.menus.push(await (await make.writeMenu()).create(values))
    },
  ],
  moveDepartment: [
    'system:department:update',
    async (on, { one, other }) =>
      (await make.writeDepartment()).update(pick(on.departments, one), {
        parentId: pick(on.departments, other),
      }),
  ],
}

const draft = fc.record({
  dataScope: scope,
  carries: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  departments: some,
})
const drafts = fc.array(draft, { minLength: 7, maxLength: 7 })
const calls = fc.array(fc.tuple(fc.constantFrom(...Object.keys(MOVES)), step), {
  minLength: 20,
  maxLength: 40,
})

/** Does what an operator asks, as a request would: by the gate, within the reach of the permission. */
async function attempt(on: Stage, name: string, by: Step): Promise<'done' | 'refused'> {
  const [permission, move] = MOVES[name]!
  const user = await actAsSystem('who acts', () => User.findOrFail(pick(on.users, by.actor)))
  const { id, username, nickname, departmentId } = user
  const operator = { id, username, nickname, departmentId, sessionId: null }
  const gate = await app.container.make(Gate)
  const grant = await gate.grantOf(operator, permission)
  if (!grant) return 'refused'
  try {
    await actAsOperator({ operator, permission, reach: grant.reach }, () => move(on, by))
    return 'done'
  } catch (error) {
    if (error instanceof Refusal && error.status! < 500) return 'refused'
    throw error
  }
}

/** What the last sequence made would make reading the tables slower and slower. */
async function clear(on: Stage): Promise<void> {
  await db.from('users').whereIn('id', on.users).delete()
  await db.from('roles').whereIn('id', on.roles).delete()
  for (const [table, ids] of Object.entries({ menus: on.menus, departments: on.departments })) {
    await db.from(table).whereIn('id', ids).update({ parent_id: null })
    await db.from(table).whereIn('id', ids).delete()
  }
}

async function everybodysHoldings(on: Stage): Promise<Map<string, Reached>[]> {
  const tables = await readTables()
  return on.users.map(
    (id) => new Map([...heldBy(id, on.prefix, tables), ...heldBy(id, 'system:', tables)])
  )
}

test.group('Access | granting, as a property', () => {
  test('give nobody more than all had together, by any sequence of allowed calls', async ({
    assert,
  }) => {
    const outcomes = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(drafts, calls, async (roles, sequence) => {
        const on = await stage(roles)
        const atFirst = new Map<string, Reached>()
        for (const holdings of await everybodysHoldings(on))
          for (const [permission, reached] of holdings)
            atFirst.set(permission, united(atFirst.get(permission) ?? new Set(), reached))

        for (const [name, by] of sequence) {
          const outcome = await attempt(on, name, by)
          const key = `${name} ${outcome}`
          outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
          if (outcome === 'refused') continue
          for (const holdings of await everybodysHoldings(on))
            for (const [permission, reached] of holdings)
              assert.isTrue(
                atFirst.has(permission) && within(reached, atFirst.get(permission)!),
                `${name} gave ${permission}`
              )
        }
        await clear(on)
      }),
      { numRuns: RUNS, endOnFailure: true }
    )
    for (const name of Object.keys(MOVES))
      for (const outcome of ['done', 'refused'])
        assert.isAbove(outcomes.get(`${name} ${outcome}`) ?? 0, 0, `${name} ${outcome}`)
  }).timeout(300_000)
})
