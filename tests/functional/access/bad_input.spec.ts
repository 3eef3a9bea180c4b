import { test } from '@japa/runner'
import { freshName, PASSWORD } from '../../helpers/accounts.js'
import { administrator } from './support/caller.js'
import { makeDepartment, makeRole, makeUser } from './support/organisation.js'

const LISTS = ['users', 'roles', 'menus', 'departments?flat=true']

const REFUSED_QUERIES = [
  'pageSize=0',
  'pageSize=-1',
  'pageSize=abc',
  'pageSize=1.5',
  'pageSize=1e2',
  'pageSize[]=5',
  'pageSize=1&pageSize=2',
  'page=0',
  'page=-3',
  'page=99999999999999999999',
  'sort=password',
  'sort=id;drop table users',
  'sort=id desc',
  'sort=(select 1)',
  'sort=users.id',
  "sort=id'",
  'sort=id,id',
  'sort[]=id',
  'sort=constructor',
  'count=all',
  'cursor=garbage',
  'keyword[]=a',
  'status=maybe',
]

test.group('Access | bad queries', () => {
  for (const query of REFUSED_QUERIES) {
    test(`refuse ${query} with 422 on every list`, async ({ client, assert }) => {
      const admin = await administrator(client)
      for (const list of LISTS) {
        const answer = await admin.get(`${list}${list.includes('?') ? '&' : '?'}${query}`)
        assert.equal(answer.status(), 422, list)
        assert.equal(answer.body().data.reason, 'E_VALIDATION')
      }
    })
  }

  test('take a page size above 200 as 200', async ({ client, assert }) => {
    const admin = await administrator(client)
    for (const list of LISTS)
      for (const pageSize of ['201', '1000000000']) {
        const query = `${list}${list.includes('?') ? '&' : '?'}pageSize=${pageSize}`
        assert.equal((await admin.must(admin.get(query))).pageSize, 200, list)
      }
  })

  test('refuse filters that are no identifier or no time', async ({ client }) => {
    const admin = await administrator(client)
    for (const query of [
      'departmentId=abc',
      'departmentId=1.5',
      'departmentId=9223372036854775808',
      'roleId=0',
      'roleId[]=1',
      'createdAtFrom=yesterday',
      'createdAtTo=2026-13-45',
      'username[]=a',
    ])
      (await admin.get(`users?${query}`)).assertStatus(422)
  })

  test('match a percent sign, an underscore and quotes as they are', async ({ client, assert }) => {
    const admin = await administrator(client)
    for (const text of ['%', '_', "' or 1=1 --", '\\', '!']) {
      const found = await admin.must(admin.get(`users?keyword=${encodeURIComponent(text)}zz`))
      assert.equal(found.total, 0)
    }
  })
})

test.group('Access | bad identifiers', () => {
  for (const id of ['abc', '0', '-1', '1.5', '1e3', '9223372036854775808', '1,2', '%00', 'null']) {
    test(`answer 404 for the path /${id}`, async ({ client }) => {
      const admin = await administrator(client)
      for (const list of ['users', 'roles', 'menus', 'departments']) {
        ;(await admin.get(`${list}/${id}`)).assertStatus(404)
        ;(await admin.put(`${list}/${id}`, {})).assertStatus(404)
      }
      ;(await admin.delete(`users/${id}`)).assertStatus(404)
    })
  }

  test('answer 404 for an identifier beyond what the database can hold', async ({ client }) => {
    const admin = await administrator(client)
    for (const list of ['users', 'roles', 'menus', 'departments']) {
      for (const id of ['2147483648', '999999999999999']) {
        ;(await admin.get(`${list}/${id}`)).assertStatus(404)
        ;(await admin.put(`${list}/${id}`, {})).assertStatus(404)
        ;(await admin.delete(`${list}/${id}`)).assertStatus(404)
      }
    }
  })

  for (const ids of ['', ',', '1,', 'abc', '1,abc', '1.5', '0', '-1', '9223372036854775808']) {
    test(`refuse to delete ids=${ids}`, async ({ client }) => {
      const admin = await administrator(client)
      ;(await admin.delete(`users?ids=${ids}`)).assertStatus(422)
      ;(await admin.delete(`roles?ids=${ids}`)).assertStatus(422)
    })
  }

  test('refuse more ids than may be deleted at once, and none at all', async ({ client }) => {
    const admin = await administrator(client)
    const many = Array.from({ length: 201 }, (_, index) => index + 1).join(',')
    ;(await admin.delete(`users?ids=${many}`)).assertStatus(422)
    ;(await admin.delete('users')).assertStatus(422)
    ;(await admin.delete('users?ids[]=1&ids[]=2')).assertStatus(422)
  })
})

const NOT_IDS = ['1', 1.5, -1, 0, 2 ** 63, 2 ** 31, [1], { id: 1 }, true, 'abc']
const NOT_ID_LISTS = ['1', ['1'], [1.5], [0], [-1], [2 ** 63], [[1]], [null], [1, 1], { 0: 1 }, 7]

test.group('Access | bad bodies', () => {
  test('refuse identifiers of another type', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeUser()
    for (const departmentId of NOT_IDS) {
      const answer = await admin.put(`users/${user.id}`, { departmentId })
      assert.equal(answer.status(), 422, JSON.stringify(departmentId))
    }
    for (const parentId of NOT_IDS) {
      const body = { name: 'x', title: 'x', type: 'menu', parentId }
      assert.equal((await admin.post('departments', body)).status(), 422)
      assert.equal((await admin.post('menus', body)).status(), 422)
    }
  })

  test('refuse lists of identifiers of another type', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeUser()
    const role = await makeRole()
    for (const ids of NOT_ID_LISTS) {
      const said = JSON.stringify(ids)
      const roles = await admin.put(`users/${user.id}/roles`, { roleIds: ids })
      assert.equal(roles.status(), 422, said)
      const menus = await admin.put(`roles/${role.id}/menus`, { menuIds: ids })
      assert.equal(menus.status(), 422, said)
      const scope = { dataScope: 'custom', departmentIds: ids }
      const departments = await admin.put(`roles/${role.id}/data-scope`, scope)
      assert.equal(departments.status(), 422, said)
    }
  })

  const goodUser = () => ({ username: freshName(), password: PASSWORD })
  const BAD_USERS: Record<string, object> = {
    'no username': { username: undefined },
    'an empty username': { username: '' },
    'a username of spaces': { username: '   ' },
    'a username with a space': { username: 'a b' },
    'a username of markup': { username: '<script>' },
    'a username of 65 characters': { username: 'a'.repeat(65) },
    'a number for a username': { username: 5 },
    'an array for a username': { username: ['a'] },
    'a short password': { password: 'short' },
    'no password': { password: undefined },
    'a password of 201 characters': { password: 'a'.repeat(201) },
    'an empty nickname': { nickname: '' },
    'an e-mail that is none': { email: 'nobody' },
    'a phone of letters': { phone: 'call me' },
    'an avatar of script': { avatar: 'javascript:alert(1)' },
    'an avatar of another host that looks like a path': { avatar: '//evil.example/x' },
    'an avatar of another host behind a stroke': { avatar: '/\\evil.example/x' },
    'an avatar that is not encrypted': { avatar: 'http://evil.example/x' },
    'another status': { status: 'deleted' },
    'a boolean for a status': { status: true },
    '201 roles': { roleIds: Array.from({ length: 201 }, (_, index) => index + 1) },
  }
  for (const [what, part] of Object.entries(BAD_USERS)) {
    test(`refuse a user with ${what}`, async ({ client, assert }) => {
      const admin = await administrator(client)
      const answer = await admin.post('users', { ...goodUser(), ...part })
      answer.assertStatus(422)
      assert.equal(answer.body().data.errors[0].field.split('.')[0], Object.keys(part)[0])
    })
  }

  const BAD_ROLES: Record<string, object> = {
    'no code': { code: undefined },
    'a code with spaces': { code: 'a b' },
    'no name': { name: undefined },
    'another data scope': { dataScope: 'everything' },
    'a name of 101 characters': { name: 'a'.repeat(101) },
    'a number for a name': { name: 3 },
  }
  for (const [what, part] of Object.entries(BAD_ROLES)) {
    test(`refuse a role with ${what}`, async ({ client }) => {
      const admin = await administrator(client)
      const role = { code: freshName('code'), name: 'Role' }
      ;(await admin.post('roles', { ...role, ...part })).assertStatus(422)
    })
  }

  const BAD_MENUS: Record<string, object> = {
    'no type': { type: undefined },
    'another type': { type: 'window' },
    'no title': { title: undefined },
    'a permission of another form': { permission: 'Everything!' },
    'text for sort': { sort: '1' },
    'a fraction for sort': { sort: 1.5 },
    'text for visible': { visible: 'true' },
    'a number for keepAlive': { keepAlive: 1 },
    'a path of 256 characters': { path: `/${'a'.repeat(255)}` },
    'a permission on a directory': { type: 'directory', permission: 'a:b:c' },
  }
  for (const [what, part] of Object.entries(BAD_MENUS)) {
    test(`refuse a menu with ${what}`, async ({ client }) => {
      const admin = await administrator(client)
      ;(await admin.post('menus', { type: 'menu', title: 'Menu', ...part })).assertStatus(422)
    })
  }

  for (const [what, part] of Object.entries({
    'no name': { name: undefined },
    'an empty name': { name: ' ' },
    'an array for a name': { name: ['a'] },
    'a sort beyond bounds': { sort: 1e12 },
    'another status': { status: 'gone' },
  })) {
    test(`refuse a department with ${what}`, async ({ client }) => {
      const admin = await administrator(client)
      ;(await admin.post('departments', { name: 'Department', ...part })).assertStatus(422)
    })
  }

  test('answer 404, naming the field, for what a body refers to and is not there', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const role = await makeRole()
    const cases: [Promise<import('@japa/api-client').ApiResponse>, string][] = [
      [admin.post('users', { ...goodUser(), departmentId: 2147483647 }), 'departmentId'],
      [admin.post('users', { ...goodUser(), roleIds: [2147483647] }), 'roleIds'],
      [admin.put(`roles/${role.id}/menus`, { menuIds: [2147483647] }), 'menuIds'],
      [
        admin.put(`roles/${role.id}`, { dataScope: 'custom', departmentIds: [2147483647] }),
        'departmentIds',
      ],
      [admin.post('menus', { type: 'menu', title: 'x', parentId: 2147483647 }), 'parentId'],
      [admin.post('departments', { name: 'x', parentId: 2147483647 }), 'parentId'],
    ]
    for (const [answer, field] of cases) {
      const response = await answer
      assert.equal(response.status(), 404, `${field}: ${response.text()}`)
      response.assertBodyContains({ data: { reason: 'E_NOT_FOUND', errors: [{ field }] } })
    }
  })

  test('refuse a stale time that is none', async ({ client }) => {
    const admin = await administrator(client)
    const departmentId = await makeDepartment()
    for (const updatedAt of ['yesterday', 5, ['2026-01-01'], '2026-13-01'])
      (await admin.put(`departments/${departmentId}`, { name: 'x', updatedAt })).assertStatus(422)
  })

  test('refuse bodies that are no object', async ({ client }) => {
    const admin = await administrator(client)
    for (const body of [[], [1], { username: null }])
      (await admin.post('users', body)).assertStatus(422)
  })
})
