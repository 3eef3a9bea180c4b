import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import { DATA_SCOPES } from '#plugins/access/main'
import { SessionRegistry, type User } from '#plugins/identity/main'
import { administrator, Caller } from './support/caller.js'
import { makeDepartment, makeRole, makeUser } from './support/organisation.js'

const RUNS = 4

/** Permission → how its operation is called on a row, and of which table the row is. */
const OPERATIONS = {
  'system:user:show': ['users', 'get'],
  'system:user:update': ['users', 'put'],
  'system:department:show': ['departments', 'get'],
  'system:department:update': ['departments', 'put'],
} as const
const PERMISSIONS = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]

const roleDraft = fc.record({
  dataScope: fc.constantFrom(...DATA_SCOPES),
  permissions: fc.subarray(PERMISSIONS),
  status: fc.constantFrom('enabled' as const, 'enabled' as const, 'disabled' as const),
  departments: fc.subarray([0, 1, 2, 3, 4]),
})
const draft = fc.record({
  roles: fc.array(roleDraft, { maxLength: 3 }),
  home: fc.option(fc.nat({ max: 4 })),
  enabled: fc.integer({ min: 0, max: 9 }).map((roll) => roll > 0),
})

async function headersOf(user: User): Promise<string> {
  const auth = await app.container.make('auth.manager')
  const { headers } = await auth.createAuthenticatorClient().use('jwt').authenticateAsClient(user)
  return String(headers!.authorization).replace('Bearer ', '')
}

async function disable(user: User): Promise<void> {
  await actAsSystem('disable a user for a test', () => user.merge({ status: 'disabled' }).save())
  await (await app.container.make(SessionRegistry)).usersChanged([user.id])
}

test.group('Access | explain, as a property', () => {
  test('agree with what the operations do', async ({ client, assert }) => {
    const admin = await administrator(client)
    const head = await makeDepartment()
    const [east, west] = [await makeDepartment(head), await makeDepartment(head)]
    const departments = [head, east, west, await makeDepartment(east), await makeDepartment()]
    const people = [await makeUser()]
    for (const id of departments) people.push(await makeUser([], id))
    /** They hold nothing, so that to change them takes nothing but to reach them. */
    const plain = people.map(({ id }) => id)
    const seen = { allowed: 0, refused: 0 }

    await fc.assert(
      fc.asyncProperty(draft, async ({ roles, home, enabled }) => {
        const made = []
        for (const { departments: listed, dataScope, ...role } of roles) {
          const departmentIds = dataScope === 'custom' ? listed.map((at) => departments[at]!) : []
          made.push(await makeRole({ ...role, dataScope, departmentIds }))
        }
        const user = await makeUser(made, home === null ? null : departments[home]!)
        const caller = new Caller(client, await headersOf(user))
        if (!enabled) await disable(user)

        for (const permission of PERMISSIONS) {
          const users = permission.endsWith(':update') ? plain : [...plain, user.id]
          const [resource, method] = OPERATIONS[permission]
          const ids = resource === 'users' ? users : departments
          for (const id of ids) {
            const question = { userId: user.id, permission, resource, id }
            const { allowed } = await admin.must(admin.post('access/explain', question))
            const answer = await caller.send(
              method,
              `${resource}/${id}`,
              method === 'put' ? {} : undefined
            )
            assert.equal(answer.status() === 200, allowed, `${permission} on ${resource} ${id}`)
            seen[allowed ? 'allowed' : 'refused'] += 1
          }
        }
      }),
      { numRuns: RUNS, endOnFailure: true }
    )
    assert.isAbove(seen.allowed, 0)
    assert.isAbove(seen.refused, 0)
  })
})
