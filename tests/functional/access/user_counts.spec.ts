import { test } from '@japa/runner'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator } from './support/caller.js'
import { holder, makeDepartment, makeRole, makeUser } from './support/organisation.js'

interface Count {
  id: number
  users: number
}

const countOf = (counts: Count[], wanted: number) =>
  counts.find(({ id }) => id === wanted)?.users ?? 0

test.group('Access | how many users', (group) => {
  onEveryDatabase(group)

  test('count those within reach by department and by role', async ({ client, assert }) => {
    const role = await makeRole()
    const [here, there] = [await makeDepartment(), await makeDepartment()]
    await makeUser([role], here)
    await makeUser([role], there)
    const permissions = ['system:department:list', 'system:role:list']
    const { caller } = await holder(client, permissions, {
      dataScope: 'department',
      departmentId: here,
    })

    for (const [who, near, far] of [
      [await administrator(client), 2, 1],
      [caller, 2, 0],
    ] as const) {
      const departments = await who.must(who.get('departments/user-counts'))
      assert.deepEqual([countOf(departments, here), countOf(departments, there)], [near, far])
      const roles = await who.must(who.get('roles/user-counts'))
      assert.equal(countOf(roles, role.id), 1 + far)
    }
  })
})
