import { test } from '@japa/runner'
import { LoginAttempts } from '#plugins/identity/main'
import app from '@adonisjs/core/services/app'
import { freshName, logIn, PASSWORD } from '../../helpers/accounts.js'
import { administrator, callerOf } from './support/caller.js'
import { makeDepartment, makeRole, makeUser } from './support/organisation.js'

test.group('Access | users', () => {
  test('create one with roles and a department, who can log in', async ({ client, assert }) => {
    const admin = await administrator(client)
    const role = await makeRole()
    const departmentId = await makeDepartment()
    const username = freshName('New.User')
    const row = await admin.must(
      admin.post('users', {
        username,
        nickname: 'New',
        password: PASSWORD,
        departmentId,
        roleIds: [role.id],
        email: 'new@example.org',
        phone: '+49 30 1234',
        status: 'enabled',
      })
    )

    assert.containSubset(row, {
      username: username.toLowerCase(),
      nickname: 'New',
      departmentId,
      email: 'new@example.org',
      phone: '+49301234',
      status: 'enabled',
      roles: [{ id: role.id }],
    })
    assert.notProperty(row, 'password')
    await logIn(client, username)
    assert.deepEqual(await admin.must(admin.get(`users/${row.id}`)), row)
  })

  test('ignore unknown members, and never take ownership from a body', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const username = freshName()
    const row = await admin.must(
      admin.post('users', { username, password: PASSWORD, id: 1, createdAt: '2000-01-01', x: 1 })
    )
    assert.notEqual(row.id, 1)
    assert.notMatch(row.createdAt, /^2000/)
    const after = await admin.must(admin.put(`users/${row.id}`, { id: 7, locked: true, owner: 3 }))
    assert.containSubset(after, { id: row.id, username, locked: false })
  })

  test('change only the members that are given', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeUser([await makeRole()])
    const before = await admin.must(admin.get(`users/${user.id}`))
    const after = await admin.must(admin.put(`users/${user.id}`, { nickname: 'Other' }))

    assert.deepEqual({ ...after, updatedAt: '' }, { ...before, nickname: 'Other', updatedAt: '' })
    assert.equal((await admin.must(admin.put(`users/${user.id}`, { email: null }))).email, null)
  })

  test('answer 409 for a name that is taken, in any case', async ({ client }) => {
    const admin = await administrator(client)
    const [one, other] = [await makeUser(), await makeUser()]
    const taken = { username: one.username.toUpperCase(), password: PASSWORD }
    const created = await admin.post('users', taken)
    created.assertStatus(409)
    created.assertBodyContains({
      data: { reason: 'E_CONFLICT', errors: [{ field: 'username', rule: 'unique' }] },
    })
    ;(await admin.put(`users/${other.id}`, { username: one.username })).assertStatus(409)
  })

  test('let the first of two administrators win, and answer the second 409', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const user = await makeUser()
    const { updatedAt } = await admin.must(admin.get(`users/${user.id}`))
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((nickname) =>
        admin.put(`users/${user.id}`, { nickname, updatedAt })
      )
    )
    assert.deepEqual(answers.map((answer) => answer.status()).sort(), [200, 409, 409])
    const roles = await admin.put(`users/${user.id}/roles`, { roleIds: [], updatedAt })
    roles.assertStatus(409)
  })

  test('delete one, whose sessions end at once', async ({ client }) => {
    const admin = await administrator(client)
    const user = await makeUser()
    const theirs = await callerOf(client, user.username)
    await admin.must(admin.delete(`users/${user.id}`))

    ;(await theirs.get('/app/auth/user/info')).assertStatus(401)
    ;(await admin.get(`users/${user.id}`)).assertStatus(404)
    ;(await admin.delete(`users/${user.id}`)).assertStatus(404)
  })

  test('delete several, all or none', async ({ client, assert }) => {
    const admin = await administrator(client)
    const users = [await makeUser(), await makeUser(), await makeUser()]
    const ids = users.map(({ id }) => id)
    const refused = await admin.delete(`users?ids=${ids.join(',')},2147483647`)
    refused.assertStatus(404)
    assert.notInclude(JSON.stringify(refused.body()), String(ids[0]))
    ;(await admin.get(`users/${ids[0]}`)).assertStatus(200)

    await admin.must(admin.delete(`users?ids=${ids.join(',')}`))
    for (const id of ids) (await admin.get(`users/${id}`)).assertStatus(404)
  })

  test('set a password, which ends every session of the user', async ({ client }) => {
    const admin = await administrator(client)
    const user = await makeUser()
    const theirs = await callerOf(client, user.username)
    await admin.must(admin.put(`users/${user.id}/password`, { password: 'quite another' }))

    ;(await theirs.get('/app/auth/user/info')).assertStatus(401)
    await logIn(client, user.username, 'quite another')
  })

  test('disable one, who is out with the next request, and enable them again', async ({
    client,
  }) => {
    const admin = await administrator(client)
    const user = await makeUser()
    const theirs = await callerOf(client, user.username)
    await admin.must(admin.put(`users/${user.id}/status`, { status: 'disabled' }))
    ;(await theirs.get('/app/auth/user/info')).assertStatus(401)

    await admin.must(admin.put(`users/${user.id}/status`, { status: 'enabled' }))
    ;(await theirs.get('/app/auth/user/info')).assertStatus(401)
    await callerOf(client, user.username)
  })

  test('show who is locked, and unlock them', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeUser()
    const attempts = await app.container.make(LoginAttempts)
    const limits = { maxFailures: 5, lockMinutes: 15, sessionsPerUser: 20 }
    for (let count = 0; count < 5; count++) {
      await attempts.reserve(user.username, count > 0, limits)
      await attempts.fail(user.username, { ip: null, userAgent: null }, limits)
    }
    assert.isTrue((await admin.must(admin.get(`users/${user.id}`))).locked)
    assert.isFalse((await admin.must(admin.post(`users/${user.id}/unlock`))).locked)
    await logIn(client, user.username)
  })

  test('put a new user into the department of who creates them', async ({ client, assert }) => {
    const departmentId = await makeDepartment()
    const role = await makeRole({
      permissions: ['system:user:create', 'system:user:list'],
      dataScope: 'department',
    })
    const clerk = await makeUser([role], departmentId)
    const caller = await callerOf(client, clerk.username)
    const row = await caller.must(
      caller.post('users', { username: freshName(), password: PASSWORD })
    )
    assert.equal(row.departmentId, departmentId)
  })
})

test.group('Access | users nobody may lose', () => {
  test('refuse to delete or disable one’s own account', async ({ client }) => {
    const admin = await administrator(client)
    const { user } = await admin.must(admin.get('/app/auth/user/info'))
    ;(await admin.delete(`users/${user.id}`)).assertStatus(409)
    ;(await admin.delete(`users?ids=${user.id}`)).assertStatus(409)
    ;(await admin.put(`users/${user.id}/status`, { status: 'disabled' })).assertStatus(409)
    ;(await admin.put(`users/${user.id}`, { status: 'disabled' })).assertStatus(409)
    ;(await admin.put(`users/${user.id}`, { status: 'enabled' })).assertStatus(200)
  })

  test('refuse to strip the last administrator of the role', async ({ client }) => {
    const admin = await administrator(client)
    const { user } = await admin.must(admin.get('/app/auth/user/info'))
    const refused = await admin.put(`users/${user.id}/roles`, { roleIds: [] })
    refused.assertStatus(409)
    ;(await admin.get('users')).assertStatus(200)
  })
})
