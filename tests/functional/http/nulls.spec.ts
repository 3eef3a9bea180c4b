import { test } from '@japa/runner'
import { administrator } from '../access/support/caller.js'
import { makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'

/** Bodies with `null` where a member may be left out → the members that are named. */
const REFUSED: [method: 'post' | 'put', path: string, body: object, fields: string[]][] = [
  [
    'post',
    'users',
    { username: 'nobody', password: 'a good password', nickname: null },
    ['nickname'],
  ],
  [
    'put',
    'users/:user',
    { username: null, status: null, roleIds: null },
    ['username', 'status', 'roleIds'],
  ],
  ['put', 'users/:user/status', { status: 'enabled', updatedAt: null }, ['updatedAt']],
  ['post', 'roles', { code: 'none', name: 'None', menuIds: null }, ['menuIds']],
  ['put', 'roles/:role', { dataScope: null }, ['dataScope']],
  ['put', 'departments/:department', { name: null, sort: null }, ['name', 'sort']],
  ['post', 'menus', { type: 'menu', title: 'a', visible: null }, ['visible']],
  ['put', '/app/auth/user/info', { nickname: null }, ['nickname']],
  ['post', '/app/document', { title: 'a', fileType: 'docx', templateId: null }, ['templateId']],
  ['post', '/app/dev/module-generator/plans/draft', { fields: 'a', prompt: null }, ['prompt']],
]

/** Where a member may be `null` it is stored as that. */
const TAKEN: [path: string, body: object][] = [
  ['users/:user', { email: null, phone: null, departmentId: null }],
  ['departments/:department', { parentId: null }],
]

async function ids(): Promise<Record<string, number>> {
  const [user, role] = [await makeUser(), await makeRole()]
  return { user: user.id, role: role.id, department: await makeDepartment() }
}

const filled = (path: string, made: Record<string, number>) =>
  path.replace(/:(\w+)/g, (_, name: string) => String(made[name]))

test.group('HTTP | null in a body', () => {
  test('is refused for members that may be left out alone, by their names', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const made = await ids()
    for (const [method, path, body, fields] of REFUSED) {
      const answer = await admin.send(method, filled(path, made), body)
      assert.equal(answer.status(), 422, path)
      const { reason, errors } = answer.body().data
      assert.equal(reason, 'E_VALIDATION', path)
      assert.sameMembers(
        errors.map(({ field }: { field: string }) => field),
        fields,
        path
      )
    }
  })

  test('is taken where a member may be that', async ({ client }) => {
    const admin = await administrator(client)
    const made = await ids()
    for (const [path, body] of TAKEN) await admin.must(admin.put(filled(path, made), body))
  })
})
