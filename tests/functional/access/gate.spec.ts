import { test } from '@japa/runner'
import { type Menu } from '#plugins/access/main'
import { administrator, callerOf } from './support/caller.js'
import {
  holder,
  makeDepartment,
  makeMenu,
  makeRole,
  makeUser,
  menusCarrying,
} from './support/organisation.js'

const LIST = 'system:user:list'

interface Row {
  id: number
}

test.group('Access | gate', () => {
  test('let nobody in without the permission, and say which', async ({ client }) => {
    const { caller } = await holder(client, [LIST])
    const refused = await caller.get('roles')
    refused.assertStatus(403)
    refused.assertBodyContains({
      code: 403,
      message: 'This needs the permission "system:role:list"',
      data: { reason: 'E_FORBIDDEN' },
    })
    ;(await client.get('/app/system/users')).assertStatus(401)
  })

  test('limit rows by each of the five scopes', async ({ client, assert }) => {
    const top = await makeDepartment()
    const own = await makeDepartment(top)
    const below = await makeDepartment(own)
    const other = await makeDepartment(top)
    const people = {
      top: await makeUser([], top),
      own: await makeUser([], own),
      below: await makeUser([], below),
      other: await makeUser([], other),
    }
    const seenBy = async (dataScope: Parameters<typeof makeRole>[0] & object) => {
      const { user, caller } = await holder(client, [LIST], { ...dataScope, departmentId: own })
      const { items } = await caller.must(caller.get('users?pageSize=200'))
      const ids = items.map(({ id }: Row) => id)
      const seen = Object.entries(people).filter(([, person]) => ids.includes(person.id))
      return [...seen.map(([name]) => name), ...(ids.includes(user.id) ? ['self'] : [])].join(' ')
    }

    assert.equal(await seenBy({ dataScope: 'all' }), 'top own below other self')
    assert.equal(await seenBy({ dataScope: 'department_and_below' }), 'own below self')
    assert.equal(await seenBy({ dataScope: 'department' }), 'own self')
    assert.equal(await seenBy({ dataScope: 'custom', departmentIds: [top, other] }), 'top other')
    assert.equal(await seenBy({ dataScope: 'self' }), 'self')
  })

  test('unite the scopes of those roles alone that grant the permission', async ({
    client,
    assert,
  }) => {
    const [own, other, third] = [
      await makeDepartment(),
      await makeDepartment(),
      await makeDepartment(),
    ]
    const roles = [
      await makeRole({ permissions: [LIST], dataScope: 'department' }),
      await makeRole({ permissions: [LIST], dataScope: 'custom', departmentIds: [other] }),
      await makeRole({ permissions: ['system:department:list'], dataScope: 'all' }),
      await makeRole({
        permissions: [LIST],
        dataScope: 'custom',
        departmentIds: [third],
        status: 'disabled',
      }),
    ]
    for (const departmentId of [own, other, third]) await makeUser([], departmentId)
    const user = await makeUser(roles, own)
    const caller = await callerOf(client, user.username)

    const { items } = await caller.must(caller.get('users?pageSize=200'))
    const seen = new Set(items.map(({ departmentId }: { departmentId: number }) => departmentId))
    assert.sameMembers([...seen] as number[], [own, other])
    const departments = await caller.must(caller.get('departments?flat=true&pageSize=200'))
    assert.isAbove(departments.total, 2)
  })

  test('answer 404, never 403, for a user out of reach, for every verb', async ({ client }) => {
    const [own, other] = [await makeDepartment(), await makeDepartment()]
    const { id } = await makeUser([], other)
    const verbs = ['show', 'update', 'delete', 'password', 'status', 'roles', 'unlock']
    const permissions = verbs.map((verb) => `system:user:${verb}`)
    const { caller } = await holder(client, permissions, {
      dataScope: 'department',
      departmentId: own,
    })
    ;(await caller.get(`users/${id}`)).assertStatus(404)
    ;(await caller.put(`users/${id}`, { nickname: 'x' })).assertStatus(404)
    ;(await caller.put(`users/${id}/password`, { password: 'long enough' })).assertStatus(404)
    ;(await caller.put(`users/${id}/status`, { status: 'disabled' })).assertStatus(404)
    ;(await caller.put(`users/${id}/roles`, { roleIds: [] })).assertStatus(404)
    ;(await caller.post(`users/${id}/unlock`)).assertStatus(404)
    ;(await caller.delete(`users/${id}`)).assertStatus(404)
    ;(await caller.delete(`users?ids=${id}`)).assertStatus(404)
  })

  test('show the department’s name to one who may not see the department', async ({
    client,
    assert,
  }) => {
    const departmentId = await makeDepartment()
    const user = await makeUser([], departmentId)
    const { caller } = await holder(client, [LIST])
    ;(await caller.get(`departments/${departmentId}`)).assertStatus(403)
    const { items } = await caller.must(caller.get(`users?username=${user.username}`))
    assert.match(items[0].departmentName, /^department-/)
  })
})

test.group('Access | changes with the very next request', () => {
  test('a permission that is taken from the role', async ({ client }) => {
    const admin = await administrator(client)
    const role = await makeRole({ permissions: [LIST] })
    const caller = await callerOf(client, (await makeUser([role])).username)
    ;(await caller.get('users')).assertStatus(200)
    await admin.must(admin.put(`roles/${role.id}/menus`, { menuIds: [] }))
    ;(await caller.get('users')).assertStatus(403)
    const menuIds = await menusCarrying([LIST])
    await admin.must(admin.put(`roles/${role.id}/menus`, { menuIds }))
    ;(await caller.get('users')).assertStatus(200)
  })

  test('a role that is disabled, or narrowed', async ({ client, assert }) => {
    const admin = await administrator(client)
    const role = await makeRole({ permissions: [LIST] })
    const caller = await callerOf(client, (await makeUser([role])).username)
    assert.isAbove((await caller.must(caller.get('users'))).total, 1)
    await admin.must(admin.put(`roles/${role.id}/data-scope`, { dataScope: 'self' }))
    assert.equal((await caller.must(caller.get('users'))).total, 1)
    await admin.must(admin.put(`roles/${role.id}`, { status: 'disabled' }))
    ;(await caller.get('users')).assertStatus(403)
  })

  test('a role that is given and taken away', async ({ client }) => {
    const admin = await administrator(client)
    const [role, user] = [await makeRole({ permissions: [LIST] }), await makeUser()]
    const caller = await callerOf(client, user.username)
    ;(await caller.get('users')).assertStatus(403)
    await admin.must(admin.put(`users/${user.id}/roles`, { roleIds: [role.id] }))
    ;(await caller.get('users')).assertStatus(200)
    await admin.must(admin.put(`users/${user.id}/roles`, { roleIds: [] }))
    ;(await caller.get('users')).assertStatus(403)
  })

  test('a menu, or one above it, that is disabled', async ({ client }) => {
    const admin = await administrator(client)
    const directory = await makeMenu({ type: 'directory' })
    const menu = await makeMenu({ parentId: directory.id, permission: LIST })
    const { caller } = await holder(client, [], { menuIds: [menu.id] })
    for (const { id } of [menu, directory]) {
      ;(await caller.get('users')).assertStatus(200)
      await admin.must(admin.put(`menus/${id}`, { status: 'disabled' }))
      ;(await caller.get('users')).assertStatus(403)
      await admin.must(admin.put(`menus/${id}`, { status: 'enabled' }))
    }
    ;(await caller.get('users')).assertStatus(200)
  })

  test('a user who is moved to another department', async ({ client, assert }) => {
    const admin = await administrator(client)
    const [one, two] = [await makeDepartment(), await makeDepartment()]
    const there = await makeUser([], two)
    const { user, caller } = await holder(client, [LIST], {
      dataScope: 'department',
      departmentId: one,
    })
    await admin.must(admin.put(`users/${user.id}`, { departmentId: two }))
    const { items } = await caller.must(caller.get('users'))
    assert.include(
      items.map(({ id }: Row) => id),
      there.id
    )
  })
})

test.group('Access | user/info', () => {
  const info = '/app/auth/user/info'

  test('tell roles, permissions in order, and the menus with those above them', async ({
    client,
    assert,
  }) => {
    const menuIds = await menusCarrying(['system:user:create', 'system:role:list'])
    const role = await makeRole({ menuIds })
    const caller = await callerOf(client, (await makeUser([role])).username)
    const { roles, permissions, menus } = await caller.must(caller.get(info))

    assert.deepEqual(roles, [role.code])
    assert.deepEqual(permissions, ['system:role:list', 'system:user:create'])
    assert.lengthOf(menus, 1)
    assert.containSubset(menus[0], { name: 'system', type: 'directory', parentId: null })
    assert.deepEqual(
      menus[0].children.map(({ name, children }: Menu & { children: unknown[] }) => [
        name,
        children,
      ]),
      [['system.roles', []]]
    )
  })

  test('leave out what is hidden or disabled, with all beneath it, and empty directories', async ({
    client,
    assert,
  }) => {
    const directory = await makeMenu({ type: 'directory' })
    const shown = await makeMenu({ parentId: directory.id, sort: 2 })
    const first = await makeMenu({ parentId: directory.id, sort: 1 })
    const hidden = await makeMenu({ parentId: directory.id, visible: false })
    const beneath = await makeMenu({ parentId: hidden.id, permission: 'test:hidden:list' })
    const disabled = await makeMenu({ status: 'disabled', permission: 'test:disabled:list' })
    const empty = await makeMenu({ type: 'directory' })
    const menuIds = [shown, first, hidden, beneath, disabled, empty].map(({ id }) => id)
    const { caller } = await holder(client, [], { menuIds })
    const { menus, permissions } = await caller.must(caller.get(info))

    assert.deepEqual(
      menus.map(({ id, children }: { id: number; children: Row[] }) => [
        id,
        children.map((child) => child.id),
      ]),
      [[directory.id, [first.id, shown.id]]]
    )
    assert.deepEqual(permissions, ['test:hidden:list'])
  })
})
