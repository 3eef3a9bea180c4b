import { test } from '@japa/runner'
import { ServiceProcess } from '../../helpers/service_process.js'
import { PASSWORD } from '../../helpers/accounts.js'
import { makeDepartment, makeRole, makeUser, menusCarrying } from './support/organisation.js'

const shared = process.env.REDIS_URL !== undefined && process.env.DB_CONNECTION !== undefined
const CALM = { RATE_LIMIT_PER_SECOND: '100000' }
const LIST = 'system:user:list'

/** Somebody logged in at one node, who may call any. */
async function bearerOf(node: ServiceProcess, username: string, password = PASSWORD) {
  const answer = await node.post('/app/auth/login', { username, password })
  const { data } = (await answer.json()) as { data: { accessToken: string } }
  return { authorization: `Bearer ${data.accessToken}` }
}

function put(node: ServiceProcess, path: string, body: object, headers: Record<string, string>) {
  return fetch(`${node.url}/app/system/${path}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

test.group('Access | changes on another node', (group) => {
  if (!shared) return

  let first: ServiceProcess
  let second: ServiceProcess
  group.setup(async () => {
    first = await ServiceProcess.start(CALM)
    second = await ServiceProcess.start(CALM)
    return async () => void (await Promise.all([first.stop(), second.stop()]))
  })

  test('take and give a permission with the very next request there', async ({ assert }) => {
    const admin = await bearerOf(first, 'admin', process.env.ADMIN_PASSWORD!)
    const [role, menuIds] = [await makeRole({ permissions: [LIST] }), await menusCarrying([LIST])]
    const user = await makeUser([role])
    const theirs = await bearerOf(second, user.username)
    const list = async () => (await second.get('/app/system/users', theirs)).status

    for (let round = 0; round < 10; round++) {
      assert.equal(await list(), 200)
      await put(first, `roles/${role.id}/menus`, { menuIds: [] }, admin)
      assert.equal(await list(), 403)
      await put(first, `users/${user.id}/roles`, { roleIds: [] }, admin)
      await put(first, `roles/${role.id}/menus`, { menuIds }, admin)
      assert.equal(await list(), 403)
      await put(first, `users/${user.id}/roles`, { roleIds: [role.id] }, admin)
    }
  })

  test('move a department, and disable a user, with the very next request there', async ({
    assert,
  }) => {
    const admin = await bearerOf(first, 'admin', process.env.ADMIN_PASSWORD!)
    const role = await makeRole({
      permissions: ['system:user:show'],
      dataScope: 'department_and_below',
    })
    const [top, other] = [await makeDepartment(), await makeDepartment()]
    const [user, somebody] = [await makeUser([role], top), await makeUser([], other)]
    const theirs = await bearerOf(second, user.username)
    const show = async () => (await second.get(`/app/system/users/${somebody.id}`, theirs)).status

    for (let round = 0; round < 10; round++) {
      assert.equal(await show(), 404)
      await put(first, `departments/${other}`, { parentId: top }, admin)
      assert.equal(await show(), 200)
      await put(first, `departments/${other}`, { parentId: null }, admin)
    }
    await put(first, `users/${user.id}/status`, { status: 'disabled' }, admin)
    assert.equal(await show(), 401)
  })

  test('keep one administrator when two nodes disable both at once', async ({ assert }) => {
    const admin = await bearerOf(first, 'admin', process.env.ADMIN_PASSWORD!)
    const roles = await first.get('/app/system/roles?code=admin', admin)
    const { data } = (await roles.json()) as { data: { items: { id: number; builtIn: boolean }[] } }
    const builtIn = data.items.find((role) => role.builtIn)!
    const people = [await makeUser(), await makeUser(), await makeUser(), await makeUser()]
    for (const { id } of people)
      await put(first, `users/${id}/roles`, { roleIds: [builtIn.id] }, admin)

    const bearers = await Promise.all(people.map(({ username }) => bearerOf(first, username)))
    const answers = await Promise.all(
      people.map(({ id }, index) =>
        put(
          index % 2 ? first : second,
          `users/${id}/status`,
          { status: 'disabled' },
          bearers[(index + 1) % people.length]!
        )
      )
    )
    for (const { status } of answers) assert.include([200, 401, 403], status)
    assert.equal((await first.get('/app/auth/user/info', admin)).status, 200)
    for (const { id } of people) await put(first, `users/${id}/roles`, { roleIds: [] }, admin)
  })
})
