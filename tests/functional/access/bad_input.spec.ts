import { test } from '@japa/runner'
import { freshName, PASSWORD } from '../../helpers/accounts.js'
import { administrator } from './support/caller.js'
import { makeDepartment, makeRole, makeUser } from './support/organisation.js'

const LISTS = ['users?', 'roles?', 'menus?', 'departments?flat=true&']
const ABSENT = 2_147_483_647

const BAD_QUERIES = [
  'pageSize=0',
  'page=abc',
  'pageSize=1&pageSize=2',
  'sort=password',
  'sort=(select 1)',
  'count=all',
  'cursor=garbage',
  'keyword[]=a',
  'status=maybe',
]

const BAD_FILTERS = ['departmentId=1.5', 'roleId=0', 'createdAtFrom=yesterday', 'username[]=a']

test.group('Access | bad queries', () => {
  test('refuse each with 422 on every list', async ({ client, assert }) => {
    const admin = await administrator(client)
    const paths = LISTS.flatMap((list) => BAD_QUERIES.map((query) => list + query))
    for (const path of [...paths, ...BAD_FILTERS.map((filter) => `users?${filter}`)]) {
      const answer = await admin.get(path)
      assert.equal(answer.status(), 422, path)
      assert.equal(answer.body().data.reason, 'E_VALIDATION', path)
    }
  })

  test('take a page size above 200 as 200', async ({ client, assert }) => {
    const admin = await administrator(client)
    for (const list of LISTS)
      assert.equal((await admin.must(admin.get(`${list}pageSize=201`))).pageSize, 200, list)
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
  test('answer 404 for a path that names no row', async ({ client, assert }) => {
    const admin = await administrator(client)
    for (const list of ['users', 'roles', 'menus', 'departments'])
      for (const id of ['abc', '0', '1,2', '9223372036854775808', String(ABSENT)]) {
        const path = `${list}/${id}`
        assert.equal((await admin.get(path)).status(), 404, path)
        assert.equal((await admin.put(path, {})).status(), 404, path)
        assert.equal((await admin.delete(path)).status(), 404, path)
      }
  })

  test('refuse to delete several whose ids are none, or too many', async ({ client, assert }) => {
    const admin = await administrator(client)
    const many = Array.from({ length: 201 }, (_, index) => index + 1).join(',')
    for (const ids of ['', '1,', '1,abc', '0', '9223372036854775808', many])
      for (const list of ['users', 'roles'])
        assert.equal((await admin.delete(`${list}?ids=${ids}`)).status(), 422, `${list} ${ids}`)
  })
})

/** Of each operation: what is well-formed, and what makes it ill-formed. */
const BAD_BODIES: Record<string, { good: () => object; bad: object[] }> = {
  users: {
    good: () => ({ username: freshName(), password: PASSWORD }),
    bad: [
      { username: undefined },
      { username: '   ' },
      { username: '<script>' },
      { username: 'a'.repeat(65) },
      { username: ['a'] },
      { password: undefined },
      { password: 'a'.repeat(201) },
      { nickname: '' },
      { email: 'nobody' },
      { phone: 'call me' },
      { avatar: 'javascript:alert(1)' },
      { avatar: '//evil.example/x' },
      { status: 'deleted' },
      { departmentId: '1' },
      { departmentId: 2 ** 31 },
      { roleIds: '1' },
      { roleIds: [1, 1] },
      { roleIds: Array.from({ length: 201 }, (_, index) => index + 1) },
    ],
  },
  roles: {
    good: () => ({ code: freshName('code'), name: 'Role' }),
    bad: [
      { code: undefined },
      { code: 'a b' },
      { name: 3 },
      { dataScope: 'everything' },
      { menuIds: [0] },
      { dataScope: 'custom', departmentIds: [null] },
    ],
  },
  menus: {
    good: () => ({ type: 'menu', title: 'Menu' }),
    bad: [
      { type: 'window' },
      { title: undefined },
      { permission: 'Everything!' },
      { sort: 1.5 },
      { visible: 'true' },
      { path: `/${'a'.repeat(255)}` },
      { path: 'javascript:alert(1)' },
      { path: '//elsewhere.example' },
      { parentId: [1] },
      { type: 'directory', permission: 'a:b:c' },
    ],
  },
  departments: {
    good: () => ({ name: 'Department' }),
    bad: [{ name: ' ' }, { name: ['a'] }, { sort: 1e12 }, { status: 'gone' }, { parentId: -1 }],
  },
}

test.group('Access | bad bodies', () => {
  for (const [list, { good, bad }] of Object.entries(BAD_BODIES))
    test(`refuse ill-formed ${list}, naming the field`, async ({ client, assert }) => {
      const admin = await administrator(client)
      for (const part of bad) {
        const answer = await admin.post(list, { ...good(), ...part })
        const said = JSON.stringify(part)
        assert.equal(answer.status(), 422, said)
        const fields = answer.body().data.errors.map(({ field }: { field: string }) => field)
        assert.equal(fields[0].split('.')[0], Object.keys(part).at(-1), said)
      }
    })

  test('refuse bodies that are no object, and a stale time that is none', async ({ client }) => {
    const admin = await administrator(client)
    for (const body of [[], [1], { username: null }])
      (await admin.post('users', body)).assertStatus(422)
    const path = `departments/${await makeDepartment()}`
    ;(await admin.put(path, { name: 'x', updatedAt: 'yesterday' })).assertStatus(422)
  })

  test('answer 404, naming the field, for what a body refers to and is not there', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const [user, role] = [await makeUser(), await makeRole()]
    const custom = { dataScope: 'custom', departmentIds: [ABSENT] }
    const cases = [
      [await admin.put(`users/${user.id}`, { departmentId: ABSENT }), 'departmentId'],
      [await admin.put(`users/${user.id}/roles`, { roleIds: [ABSENT] }), 'roleIds'],
      [await admin.put(`roles/${role.id}/menus`, { menuIds: [ABSENT] }), 'menuIds'],
      [await admin.put(`roles/${role.id}/data-scope`, custom), 'departmentIds'],
      [await admin.post('menus', { type: 'menu', title: 'x', parentId: ABSENT }), 'parentId'],
      [await admin.post('departments', { name: 'x', parentId: ABSENT }), 'parentId'],
    ] as const
    for (const [answer, field] of cases) {
      assert.equal(answer.status(), 404, `${field}: ${answer.text()}`)
      answer.assertBodyContains({ data: { reason: 'E_NOT_FOUND', errors: [{ field }] } })
    }
  })
})
