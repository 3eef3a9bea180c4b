import { test } from '@japa/runner'
import { LoginAttempts, User } from '#plugins/identity/main'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/operator/acting'
import { freshName, logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { administrator, callerOf } from './support/caller.js'
import { holder, makeDepartment, makeRole, makeUser } from './support/organisation.js'
import { statementsDuring } from '../../helpers/statements.js'

test.group('Access | list of users', () => {
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

  test('read any number of users and their roles in one statement, or two on SQLite', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const role = await makeRole()
    for (let count = 0; count < 30; count++) await makeUser([role])
    const list = () => admin.must(admin.get(`users?roleId=${role.id}&pageSize=25`))
    await list()
    const onSqlite = db.connection().dialect.name.includes('sqlite')
    assert.equal(await statementsDuring(list), onSqlite ? 2 : 1)
  })
})

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
      phone: '+49 30 1234',
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

  test('answer for several of which one is out of reach as for one that is not there', async ({
    client,
    assert,
  }) => {
    const departmentId = await makeDepartment()
    const permissions = ['system:user:delete', 'system:user:show']
    const { caller } = await holder(client, permissions, { dataScope: 'department', departmentId })
    const [own, foreign] = [await makeUser([], departmentId), await makeUser()]
    const hidden = await caller.delete(`users?ids=${own.id},${foreign.id}`)
    const absent = await caller.delete(`users?ids=${own.id},2147483647`)
    hidden.assertStatus(404)
    absent.assertStatus(404)
    assert.deepEqual(hidden.body(), absent.body())
    ;(await caller.get(`users/${own.id}`)).assertStatus(200)
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
    for (let count = 0; count < 5; count++) {
      await attempts.take(user.username)
      await attempts.fail(user.username)
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

  test('keep one of two administrators who disable each other at once', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const { id: role } = (await admin.must(admin.get('roles?code=admin'))).items.find(
      ({ builtIn }: { builtIn: boolean }) => builtIn
    )
    const first = await admin.must(admin.get('/app/auth/user/info'))
    const made = await makeOperator()
    await admin.must(admin.put(`users/${made.id}/roles`, { roleIds: [role] }))
    const second = await callerOf(client, made.username)

    const answers = await Promise.all([
      admin.put(`users/${made.id}/status`, { status: 'disabled' }),
      second.put(`users/${first.user.id}/status`, { status: 'disabled' }),
    ])
    const statuses = answers.map((answer) => answer.status()).sort()
    assert.equal(statuses[0], 200)
    assert.include([401, 403, 409], statuses[1]!)
    await actAsSystem('enable both again', () =>
      User.query().whereIn('id', [made.id, first.user.id]).update({ status: 'enabled' })
    )
    const admins = await callerOf(client, 'admin', process.env.ADMIN_PASSWORD!)
    await admins.must(admins.delete(`users/${made.id}`))
  })
})
