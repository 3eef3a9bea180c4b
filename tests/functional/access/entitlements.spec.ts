import { test } from '@japa/runner'
import { administrator, callerOf } from './support/caller.js'
import { holder, makeDepartment, makeMenu, makeRole, makeUser } from './support/organisation.js'

const LIST = 'system:user:list'

test.group('Access | entitlements of a user', () => {
  test('tell as much as they are told, and through which role', async ({ client, assert }) => {
    const admin = await administrator(client)
    const [head, menu] = [await makeDepartment(), await makeMenu({ permission: 'shop:order:list' })]
    const seller = await makeRole({ menuIds: [menu.id], dataScope: 'self' })
    const lister = await makeRole({
      permissions: [LIST],
      dataScope: 'custom',
      departmentIds: [head],
    })
    const all = await makeRole({ permissions: [LIST], dataScope: 'self' })
    const off = await makeRole({ permissions: ['system:role:list'], status: 'disabled' })
    const user = await makeUser([seller, lister, all, off], head)

    const told = await admin.must(admin.get(`users/${user.id}/entitlements`))
    const them = await callerOf(client, user.username)
    const own = await them.must(them.get('/app/auth/user/info'))
    const codes = told.permissions.map(({ code }: { code: string }) => code)
    assert.deepEqual([codes, told.menus], [own.permissions, own.menus])
    assert.deepEqual(told.permissions[0], {
      code: 'shop:order:list',
      roles: [seller.code],
      scope: 'rows that the user owns',
    })
    assert.deepEqual(told.permissions[1].roles, [lister.code, all.code])
    assert.match(told.permissions[1].scope, /^rows of the department .*, and rows that the user/)
    assert.containSubset(told.roles[1], { dataScope: 'custom', departmentIds: [head] })
    assert.containSubset(told.roles[3], { code: off.code, status: 'disabled' })
  })

  test('tell nothing of somebody out of reach', async ({ client, assert }) => {
    const [mine, other] = [await makeDepartment(), await makeDepartment()]
    const { caller, user } = await holder(client, ['system:access:explain'], {
      dataScope: 'department',
      departmentId: mine,
    })
    const stranger = await makeUser([], other)
    ;(await caller.get(`users/${user.id}/entitlements`)).assertStatus(200)
    ;(await caller.get(`users/${stranger.id}/entitlements`)).assertStatus(404)
    assert.includeMembers(await caller.must(caller.get('access/resources')), ['users'])
  })
})
