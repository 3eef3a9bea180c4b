import { test } from '@japa/runner'
import { callerOf, type Caller } from './support/caller.js'
import { makeDepartment, makeRole, makeUser } from './support/organisation.js'

const REQUESTS = 60
const AT_ONCE = 15

test.group('Access | requests of many people at once', () => {
  test('answer each of many interleaved requests with the rows of who asks', async ({
    client,
    assert,
  }) => {
    const people: { caller: Caller; expected: number[] }[] = []
    for (const dataScope of ['self', 'department', 'department_and_below'] as const) {
      const role = await makeRole({ permissions: ['system:user:list'], dataScope })
      for (let place = 0; place < 2; place++) {
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
  })
})
