import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { Role } from '#plugins/access/main'
import { freshName, PASSWORD } from '../../helpers/accounts.js'
import { administrator, callerOf } from './support/caller.js'
import {
  holder,
  makeDepartment,
  makeRole,
  makeUser,
  menusCarrying,
} from './support/organisation.js'

const USERS = ['list', 'show', 'create', 'update', 'delete', 'password', 'status', 'roles'].map(
  (verb) => `system:user:${verb}`
)
const ROLES = ['list', 'show', 'create', 'update', 'delete', 'menus', 'data-scope'].map(
  (verb) => `system:role:${verb}`
)
const newUser = (more: object = {}) => ({ username: freshName(), password: PASSWORD, ...more })

test.group('Access | users within what one holds', () => {
  test('hand out a role within one’s own, and none beyond', async ({ client }) => {
    const departmentId = await makeDepartment()
    const { caller } = await holder(client, USERS, { dataScope: 'department', departmentId })
    const within = await makeRole({ permissions: ['system:user:list'], dataScope: 'department' })
    const own = await makeRole({ permissions: ['system:user:list'], dataScope: 'self' })
    const more = await makeRole({ permissions: ['system:role:list'], dataScope: 'self' })
    const wider = await makeRole({ permissions: ['system:user:list'], dataScope: 'all' })
    const admin = await Role.findByOrFail('code', 'admin')
    const target = await makeUser([], departmentId)

    for (const roles of [[within], [own], [within, own], []]) {
      const roleIds = roles.map(({ id }) => id)
      ;(await caller.post('users', newUser({ roleIds }))).assertStatus(200)
      ;(await caller.put(`users/${target.id}/roles`, { roleIds })).assertStatus(200)
    }
    for (const { id } of [more, wider, admin]) {
      ;(await caller.post('users', newUser({ roleIds: [id] }))).assertStatus(403)
      ;(await caller.put(`users/${target.id}/roles`, { roleIds: [id] })).assertStatus(403)
      ;(await caller.put(`users/${target.id}`, { roleIds: [id] })).assertStatus(403)
    }
  })

  test('leave nothing of a user whose roles were refused', async ({ client, assert }) => {
    const { caller } = await holder(client, USERS)
    const user = newUser({ roleIds: [(await Role.findByOrFail('code', 'admin')).id] })
    ;(await caller.post('users', user)).assertStatus(403)
    const found = await caller.must(caller.get(`users?username=${user.username}`))
    assert.equal(found.total, 0)
  })

  test('measure a role by the department of who is to have it', async ({ client }) => {
    const top = await makeDepartment()
    const one = await makeDepartment(top)
    await makeDepartment(one)
    const two = await makeDepartment(top)
    const { caller } = await holder(client, USERS, {
      dataScope: 'custom',
      departmentIds: [one, two],
    })
    const role = await makeRole({
      permissions: ['system:user:list'],
      dataScope: 'department_and_below',
    })
    const body = (departmentId: number) => newUser({ departmentId, roleIds: [role.id] })
    ;(await caller.post('users', body(two))).assertStatus(200)
    ;(await caller.post('users', body(one))).assertStatus(403)
  })

  test('put users into departments within reach alone, without telling which others there are', async ({
    client,
    assert,
  }) => {
    const [own, foreign] = [await makeDepartment(), await makeDepartment()]
    const { caller } = await holder(client, USERS, { dataScope: 'department', departmentId: own })
    const target = await makeUser([], own)
    const there = await caller.post('users', newUser({ departmentId: foreign }))
    const nowhere = await caller.post('users', newUser({ departmentId: 2147483647 }))
    there.assertStatus(404)
    nowhere.assertStatus(404)
    assert.equal(
      there.body().message.replace(String(foreign), ''),
      nowhere.body().message.replace('2147483647', '')
    )
    ;(await caller.put(`users/${target.id}`, { departmentId: foreign })).assertStatus(404)
    ;(await caller.put(`users/${target.id}`, { departmentId: null })).assertStatus(422)
    ;(await caller.post('users', newUser({ departmentId: null }))).assertStatus(422)
  })

  test('refuse to move a user to where their roles would reach beyond one’s own', async ({
    client,
  }) => {
    const [one, two] = [await makeDepartment(), await makeDepartment()]
    const users = await makeRole({
      permissions: USERS,
      dataScope: 'custom',
      departmentIds: [one, two],
    })
    const departments = await makeRole({
      permissions: ['system:department:list'],
      dataScope: 'custom',
      departmentIds: [one],
    })
    const caller = await callerOf(client, (await makeUser([users, departments], one)).username)
    const relative = await makeRole({
      permissions: ['system:department:list'],
      dataScope: 'department',
    })
    const target = await makeUser([relative], one)
    ;(await caller.put(`users/${target.id}`, { nickname: 'Fine' })).assertStatus(200)
    ;(await caller.put(`users/${target.id}`, { departmentId: two })).assertStatus(403)
  })

  test('touch nobody who holds more than oneself', async ({ client }) => {
    const { caller } = await holder(client, [...USERS, 'system:user:unlock'])
    const more = await makeUser([await makeRole({ permissions: ['system:menu:list'] })])
    const admin = await makeUser([await Role.findByOrFail('code', 'admin')])
    for (const { id } of [more, admin]) {
      ;(await caller.get(`users/${id}`)).assertStatus(200)
      ;(await caller.put(`users/${id}`, { email: 'mine@example.org' })).assertStatus(403)
      ;(await caller.put(`users/${id}/password`, { password: 'it is mine now' })).assertStatus(403)
      ;(await caller.put(`users/${id}/status`, { status: 'disabled' })).assertStatus(403)
      ;(await caller.put(`users/${id}/roles`, { roleIds: [] })).assertStatus(403)
      ;(await caller.post(`users/${id}/unlock`)).assertStatus(403)
      ;(await caller.delete(`users/${id}`)).assertStatus(403)
    }
    const root = await administrator(client)
    await root.must(root.delete(`users/${admin.id}`))
  })

  test('gain nothing by changing one’s own roles', async ({ client }) => {
    const { user, caller } = await holder(client, USERS)
    const more = await makeRole({ permissions: ['system:role:list'] })
    ;(await caller.put(`users/${user.id}/roles`, { roleIds: [more.id] })).assertStatus(403)
    ;(await caller.put(`users/${user.id}`, { roleIds: [more.id] })).assertStatus(403)
  })

  test('need the permissions for status and roles even where the whole user is changed', async ({
    client,
    assert,
  }) => {
    const { caller } = await holder(client, ['system:user:update', 'system:user:list'])
    const role = await makeRole({ permissions: ['system:user:list'] })
    const target = await makeUser([role])
    const whole = { nickname: 'New', status: 'enabled', roleIds: [role.id] }
    const row = await caller.must(caller.put(`users/${target.id}`, whole))
    assert.containSubset(row, { nickname: 'New', roles: [{ id: role.id }] })
    ;(await caller.put(`users/${target.id}`, { status: 'disabled' })).assertStatus(403)
    ;(await caller.put(`users/${target.id}`, { roleIds: [] })).assertStatus(403)
  })
})

test.group('Access | roles within what one holds', () => {
  const role = (more: object) => ({ code: freshName('role'), name: 'Role', ...more })

  test('make a role of one’s own permissions and scope, and none beyond', async ({ client }) => {
    const top = await makeDepartment()
    const own = await makeDepartment(top)
    const below = await makeDepartment(own)
    const { caller } = await holder(client, ROLES, {
      dataScope: 'department_and_below',
      departmentId: own,
    })
    const held = await menusCarrying(['system:role:list'])
    const foreign = await menusCarrying(['system:user:list'])
    const create = (more: object) => caller.post('roles', role(more))

    for (const dataScope of ['self', 'department', 'department_and_below'])
      (await create({ dataScope, menuIds: held })).assertStatus(200)
    const custom = (id: number) => ({ dataScope: 'custom', departmentIds: [id], menuIds: held })
    ;(await create(custom(below))).assertStatus(200)
    ;(await create(custom(top))).assertStatus(404)
    ;(await create({ dataScope: 'all', menuIds: held })).assertStatus(403)
    ;(await create({ dataScope: 'self', menuIds: foreign })).assertStatus(403)
  })

  test('widen no role for those who have it in other departments', async ({ client }) => {
    const [own, other] = [await makeDepartment(), await makeDepartment()]
    const { caller } = await holder(client, ROLES, { dataScope: 'department', departmentId: own })
    const shared = await makeRole({ permissions: ['system:role:list'], dataScope: 'self' })
    const user = await makeUser([shared], other)
    const wider = { dataScope: 'department' }
    ;(await caller.put(`roles/${shared.id}/data-scope`, wider)).assertStatus(403)
    const admin = await administrator(client)
    await admin.must(admin.put(`users/${user.id}`, { departmentId: own }))
    ;(await caller.put(`roles/${shared.id}/data-scope`, wider)).assertStatus(200)
  })

  test('change no role that somebody out of reach has, however little it gives', async ({
    client,
    assert,
  }) => {
    const own = await makeDepartment()
    const held = await makeRole({ dataScope: 'self' })
    const alone = await makeRole({ dataScope: 'self' })
    const free = await makeRole({ dataScope: 'self' })
    await makeUser([held], await makeDepartment())
    await makeUser([held], own)
    for (const dataScope of ['self', 'department'] as const) {
      const mine = await makeRole({ permissions: ROLES, dataScope })
      const { username } = await makeUser([mine, alone], own)
      const caller = await callerOf(client, username)
      for (const change of [
        { name: 'Theirs' },
        { status: 'disabled' },
        { dataScope: 'self' },
        { menuIds: [] },
      ]) {
        const refused = await caller.put(`roles/${held.id}`, change)
        refused.assertStatus(403)
        assert.include(refused.body().message, 'out of your reach')
        ;(await caller.put(`roles/${free.id}`, change)).assertStatus(200)
      }
      ;(await caller.put(`roles/${held.id}/menus`, { menuIds: [] })).assertStatus(403)
      ;(await caller.put(`roles/${held.id}/data-scope`, { dataScope: 'self' })).assertStatus(403)
      const ofOwn = await caller.put(`roles/${alone.id}`, { name: 'Ours' })
      ofOwn.assertStatus(200)
      await db.from('user_roles').where('role_id', alone.id).delete()
    }
  })

  test('touch no role that holds more than oneself', async ({ client }) => {
    const { caller } = await holder(client, ROLES)
    const more = await makeRole({ permissions: ['system:role:list', 'system:user:list'] })
    ;(await caller.put(`roles/${more.id}`, { name: 'Mine' })).assertStatus(403)
    ;(await caller.put(`roles/${more.id}`, { status: 'disabled' })).assertStatus(403)
    ;(await caller.put(`roles/${more.id}/menus`, { menuIds: [] })).assertStatus(403)
    ;(await caller.delete(`roles/${more.id}`)).assertStatus(403)
  })
})
