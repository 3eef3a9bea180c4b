import { test } from '@japa/runner'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator } from './support/caller.js'
import { makeDepartment, makeRole, makeUser } from './support/organisation.js'

test.group('Access | list of users', (group) => {
  onEveryDatabase(group)

  test('answer a page of whole rows, without secrets', async ({ client, assert }) => {
    const admin = await administrator(client)
    const role = await makeRole()
    const departmentId = await makeDepartment()
    const user = await makeUser([role], departmentId)
    const page = await admin.must(admin.get(`users?username=${user.username}`))

    assert.containSubset(page, { total: 1, page: 1, pageSize: 20 })
    assert.sameMembers(Object.keys(page.items[0]), [
      'id',
      'username',
      'nickname',
      'avatar',
      'email',
      'phone',
      'departmentId',
      'departmentName',
      'positionId',
      'positionName',
      'status',
      'roles',
      'locked',
      'createdAt',
      'updatedAt',
    ])
    assert.containSubset(page.items[0], {
      id: user.id,
      departmentId,
      locked: false,
      roles: [{ id: role.id, code: role.code, name: role.name }],
    })
    assert.match(page.items[0].departmentName, /^department-/)
  })

  test('filter by keyword, username, department, status, role and time', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const [role, other] = [await makeRole(), await makeRole()]
    const departmentId = await makeDepartment()
    const wanted = await makeUser([role], departmentId)
    const second = await makeUser([other])
    const idsOf = async (query: string) =>
      (await admin.must(admin.get(`users?pageSize=200&${query}`))).items.map(
        ({ id }: { id: number }) => id
      )

    assert.deepEqual(await idsOf(`keyword=${wanted.username.toUpperCase()}`), [wanted.id])
    assert.deepEqual(await idsOf(`departmentId=${departmentId}`), [wanted.id])
    assert.deepEqual(await idsOf(`roleId=${role.id}`), [wanted.id])
    assert.include(await idsOf('status=enabled'), second.id)
    assert.notInclude(await idsOf('status=disabled'), second.id)
    assert.include(await idsOf('createdAtFrom=2020-01-01'), wanted.id)
    assert.isEmpty(await idsOf('createdAtTo=2020-01-01'))
    assert.isEmpty(await idsOf('keyword=%25'))
  })

  test('filter by a department with those beneath it, and by lock', async ({ client, assert }) => {
    const admin = await administrator(client)
    const top = await makeDepartment()
    const below = await makeDepartment(await makeDepartment(top))
    const [chief, locked] = [await makeUser([], top), await makeUser([], below)]
    await makeUser([], await makeDepartment())
    const wrong = { username: locked.username, password: 'a wrong one' }
    for (let tries = 0; tries < 5; tries++) await client.post('/app/auth/login').json(wrong)
    const idsOf = async (query: string) =>
      (await admin.must(admin.get(`users?sort=id&underDepartmentId=${top}&${query}`))).items.map(
        ({ id }: { id: number }) => id
      )

    assert.deepEqual(await idsOf(''), [chief.id, locked.id])
    assert.deepEqual(await idsOf('locked=true'), [locked.id])
    assert.deepEqual(await idsOf('locked=false'), [chief.id])
    const csv = await admin.get(`users/export?format=csv&underDepartmentId=${top}&locked=true`)
    assert.include(csv.text(), locked.username)
    assert.notInclude(csv.text(), chief.username)
  })

  test('sort by what is listed, and page', async ({ client, assert }) => {
    const admin = await administrator(client)
    const role = await makeRole()
    const users = [await makeUser([role]), await makeUser([role]), await makeUser([role])]
    const first = await admin.must(admin.get(`users?roleId=${role.id}&sort=status,-id&pageSize=2`))
    const rest = await admin.must(
      admin.get(`users?roleId=${role.id}&sort=status,-id&pageSize=2&page=2`)
    )

    const ids = [...first.items, ...rest.items].map(({ id }: { id: number }) => id)
    assert.deepEqual(ids, users.map(({ id }) => id).reverse())
    assert.equal(first.total, 3)
  })
})
