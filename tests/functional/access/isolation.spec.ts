import { test } from '@japa/runner'
import { callerOf, type Caller } from './support/caller.js'
import { makeDepartment, makeRole, makeUser } from './support/organisation.js'
import { statementsDuring } from '../../helpers/statements.js'

const REQUESTS = 1_000
const AT_ONCE = 50

test.group('Access | requests of many people at once', () => {
  test('answer each of 1,000 interleaved requests with the rows of who asks', async ({
    client,
    assert,
  }) => {
    const people: { caller: Caller; expected: number[] }[] = []
    for (const dataScope of ['self', 'department', 'department_and_below'] as const) {
      const role = await makeRole({ permissions: ['system:user:list'], dataScope })
      for (let place = 0; place < 3; place++) {
        const departmentId = await makeDepartment()
        const user = await makeUser([role], departmentId)
        const beside = await makeUser([], departmentId)
        const below = await makeUser([], await makeDepartment(departmentId))
        const seen = {
          self: [user],
          department: [user, beside],
          department_and_below: [user, beside, below],
        }
        const expected = seen[dataScope].map(({ id }) => id)
        people.push({ caller: await callerOf(client, user.username), expected })
      }
    }

    let next = 0
    const ask = async () => {
      while (next < REQUESTS) {
        const { caller, expected } = people[next++ % people.length]!
        const { items } = await caller.must(caller.get('users?sort=id'))
        assert.deepEqual(
          items.map(({ id }: { id: number }) => id),
          expected
        )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
    assert.isAtLeast(next, REQUESTS)
  })
})

test.group('Access | current user', () => {
  const info = '/app/auth/user/info'

  test('tell who one is in at most two statements, and in none the next time', async ({
    client,
    assert,
  }) => {
    const role = await makeRole({ permissions: ['system:user:list'] })
    const user = await makeUser([role], await makeDepartment())
    const caller = await callerOf(client, user.username)
    const other = await callerOf(client, (await makeUser([role])).username)
    await other.must(other.get(info))
    await caller.must(caller.get('/app/auth/sessions'))

    const first = await statementsDuring(() => caller.must(caller.get(info)))
    assert.isAtMost(first, 2)
    const again = await statementsDuring(() => caller.must(caller.get(info)))
    assert.equal(again, 0)
  })
})
