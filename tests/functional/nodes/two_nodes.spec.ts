import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { freshName, makeOperator, PASSWORD, type Tokens } from '#tests/helpers/accounts'
import { noticeStream } from '#tests/helpers/messaging/notice_stream'
import { text } from '#tests/helpers/messaging/people'
import { bearer, connectTo } from '#tests/helpers/messaging/service_people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Relay } from '#tests/helpers/relay'
import { SECRETS, ServiceProcess } from '#tests/helpers/service_process'
import { until } from '#tests/helpers/until'

const { DB_CONNECTION = 'sqlite', DB_HOST = '127.0.0.1', REDIS_URL } = process.env
const isShared = DB_CONNECTION !== 'sqlite' && REDIS_URL !== undefined
const PORTS: Record<string, number> = { pg: 5432, mysql: 3306 }

const INFO = '/app/auth/user/info'
const HEALTH = '/actuator/health'
const LIST = 'system:user:list'
const LIMIT = 100
const BUSY = { code: 503, message: 'System busy, please try again later', data: null }

test.group('Nodes | two on one database and Redis', (group) => {
  onEveryDatabase(group)
  if (!isShared) return

  /** The first reaches database and Redis through relays, which can be cut. */
  let database: Relay
  let redis: Relay
  let first: ServiceProcess
  let second: ServiceProcess
  group.setup(async () => {
    const url = new URL(REDIS_URL)
    database = await Relay.to(DB_HOST, Number(process.env.DB_PORT ?? PORTS[DB_CONNECTION]))
    redis = await Relay.to(url.hostname, Number(url.port || 6379))
    url.host = `127.0.0.1:${redis.port}`
    const relayed = { DATABASE_URL: '', DB_HOST: '127.0.0.1', DB_PORT: String(database.port) }
    ;[first, second] = await Promise.all([
      ServiceProcess.start({ ...relayed, REDIS_URL: url.href }),
      ServiceProcess.start(),
    ])
    return async () => {
      await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')])
      await Promise.all([database.close(), redis.close()])
    }
  })

  async function logIn(node: ServiceProcess, username: string, password = PASSWORD) {
    const response = await node.post('/app/auth/login', { username, password })
    return ((await response.json()) as { data: Tokens }).data
  }

  async function someone() {
    const { id, username } = await makeOperator()
    const { accessToken, refreshToken } = await logIn(first, username)
    return { id, username, token: accessToken, refreshToken }
  }

  const infoOf = async (node: ServiceProcess, token: string) =>
    (await node.get(INFO, bearer(token))).status

  const healthOf = async (node: ServiceProcess) => (await node.get(HEALTH)).status

  function put(node: ServiceProcess, path: string, body: object, token: string) {
    return fetch(`${node.url}/app/system/${path}`, {
      method: 'PUT',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  test('are both ready', async ({ assert }) => {
    for (const node of [first, second]) await until(async () => (await healthOf(node)) === 200)
    for (const node of [first, second])
      for (const probe of [HEALTH, '/actuator/readiness', '/actuator/liveness'])
        assert.deepEqual(await (await node.get(probe)).json(), { status: 'UP' })
  })

  test('count one client’s requests together', async ({ assert }) => {
    const headers = { 'x-forwarded-for': '198.51.100.77' }
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 4 * LIMIT }, (_, index) =>
        (index % 2 ? first : second).get('/actuator/liveness', headers)
      )
    )
    const seconds = Math.floor((performance.now() - began) / 1000)
    const passed = answers.filter(({ status }) => status === 200).length
    assert.isAtLeast(passed, LIMIT)
    assert.isAtMost(passed, LIMIT * (seconds + 1))
  })

  test('refuse a token on one right after the other logged it out', async ({ assert }) => {
    for (let round = 0; round < 3; round++) {
      const { token } = await someone()
      assert.equal(await infoOf(second, token), 200)
      assert.equal((await first.post('/app/auth/logout', {}, bearer(token))).status, 200)
      assert.equal(await infoOf(second, token), 401)
    }
  })

  test('evaluate exactly the limit of wrong passwords', async ({ assert }) => {
    const { username } = await makeOperator()
    const attempts = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? first : second).post('/app/auth/login', { username, password: 'wrong' })
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    assert.lengthOf(
      statuses.filter((status) => status === 400),
      4
    )
    assert.include(statuses, 423)
    assert.includeMembers([400, 423, 429], statuses)
  })

  test('give the same successor of a refresh token within its grace', async ({ assert }) => {
    const { refreshToken } = await someone()
    const answers = [
      await first.post('/app/auth/refresh', { refreshToken }),
      await second.post('/app/auth/refresh', { refreshToken }),
    ]
    const [one, other] = (await Promise.all(answers.map((answer) => answer.json()))) as {
      data: Tokens
    }[]
    assert.isString(one!.data.refreshToken)
    assert.equal(one!.data.refreshToken, other!.data.refreshToken)
  })

  test('give, take and end with the very next request on the other', async ({ assert }) => {
    const admin = (await logIn(first, 'admin', SECRETS.ADMIN_PASSWORD)).accessToken
    const menus = (await db.from('menus').where('permission', LIST)) as { id: number }[]
    const role = {
      code: freshName('role'),
      name: freshName('role'),
      dataScope: 'all',
      departmentIds: [],
      menuIds: menus.map(({ id }) => Number(id)),
      status: 'enabled',
    }
    const made = await first.post('/app/system/roles', role, bearer(admin))
    const { data } = (await made.json()) as { data: { id: number } }
    const { id, token } = await someone()
    const list = async () => (await second.get('/app/system/users', bearer(token))).status
    assert.equal(await list(), 403)
    await put(first, `users/${id}/roles`, { roleIds: [data.id] }, admin)
    assert.equal(await list(), 200)
    await put(first, `roles/${data.id}/menus`, { menuIds: [] }, admin)
    assert.equal(await list(), 403)
    await put(first, `users/${id}/status`, { status: 'disabled' }, admin)
    assert.equal(await list(), 401)
  })

  test('carry a message to who is connected to the other', async ({ assert }) => {
    const [ann, bob] = [await someone(), await someone()]
    const [hers, his] = [await connectTo(first, ann), await connectTo(second, bob)]
    assert.equal((await hers.ask(text('to the other node', { to: bob.id }))).type, 'ack')
    await his.next((frame) => JSON.stringify(frame).includes('to the other node'))
    await Promise.all([hers.close(), his.close()])
  })

  test('carry a notice to a stream on the other, which ends where one may have been missed', async ({
    assert,
  }) => {
    const admin = (await logIn(first, 'admin', SECRETS.ADMIN_PASSWORD)).accessToken
    const bob = await someone()
    const stream = await noticeStream(`${second.url}/app/im/events`, bearer(bob.token))
    const send = async (title: string) => {
      const notice = { to: { userIds: [bob.id] }, title, body: 'B' }
      return (await first.post('/app/im/notices', notice, bearer(admin))).status
    }
    assert.equal(await send('Before'), 200)
    assert.containsSubset(await stream.next(), {
      channel: `notices/${bob.id}`,
      payload: { kind: 'message', content: { title: 'Before', body: 'B' } },
    })

    redis.cut()
    await until(async () => (await healthOf(first)) === 503)
    assert.equal(await send('Meanwhile'), 200)
    redis.restore()
    await stream.ended
    await until(async () => (await healthOf(first)) === 200)
    const again = await noticeStream(`${second.url}/app/im/events`, bearer(bob.token))
    assert.equal(await send('After'), 200)
    assert.equal((await again.next()).payload.content.title, 'After')
    again.close()
  })

  test('say that the database is lost, ask to try later, and go on once it is back', async ({
    assert,
  }) => {
    const { token } = await someone()
    database.cut()
    const refused = await first.get(INFO, bearer(token))
    assert.equal(refused.status, 503)
    assert.deepEqual(await refused.json(), BUSY)
    for (const probe of [HEALTH, '/actuator/readiness'])
      assert.deepEqual(await (await first.get(probe)).json(), { status: 'DOWN' })
    assert.equal(await infoOf(second, token), 200)

    database.restore()
    await until(async () => (await healthOf(first)) === 200)
    assert.equal(await infoOf(first, token), 200)
  })

  test('say that Redis is lost, serve who is logged in, and go on once it is back', async ({
    assert,
  }) => {
    const [kept, ended] = [await someone(), await someone()]
    redis.cut()
    await until(async () => (await healthOf(first)) === 503)
    assert.equal((await first.get('/actuator/readiness')).status, 200)
    assert.equal(await infoOf(first, kept.token), 200)
    assert.equal((await first.post('/app/auth/logout', {}, bearer(ended.token))).status, 200)
    assert.equal(await infoOf(first, ended.token), 401)
    const ticket = await first.post('/app/im/ticket', {}, bearer(kept.token))
    assert.equal(ticket.status, 503)
    assert.deepEqual(await ticket.json(), BUSY)

    redis.restore()
    await until(async () => (await healthOf(first)) === 200)
    assert.equal((await first.post('/app/im/ticket', {}, bearer(kept.token))).status, 200)
    for (const node of [first, second]) assert.equal(await infoOf(node, ended.token), 401)
  })

  test('stop one after the other, which serves meanwhile', async ({ assert }) => {
    const { token } = await someone()
    assert.equal(await first.stop(), 0)
    assert.equal(await infoOf(second, token), 200)
    assert.equal(await second.stop(), 0)
  })
})
