import { tmpdir } from 'node:os'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { freePort } from '../../helpers/free_port.js'
import { OwnDatabase } from '../../helpers/own_database.js'
import { connectTo, makeAccounts } from '../../helpers/messaging/service_people.js'
import { text } from '../../helpers/messaging/people.js'
import { Relay } from '../../helpers/relay.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'
import { makeOperator, PASSWORD } from '../../helpers/accounts.js'

const connection = process.env.DB_CONNECTION ?? 'sqlite'
const redisUrl = process.env.REDIS_URL
/** What the query builder says by itself. */
const BUILDER = ['Acquire connection error', 'Connection Error']
const info = '/app/auth/user/info'

/** Warnings and errors of its log, but for those of other nodes: tests end some of this database by force. */
function troublesOf({ output }: ServiceProcess): string[] {
  const isTrouble = (line: string) => /"level":(40|50)/.test(line)
  return output.split('\n').filter((line) => isTrouble(line) && !line.includes('"The node '))
}

async function bearerOf(service: ServiceProcess) {
  const { username } = await makeOperator()
  const response = await service.post('/app/auth/login', { username, password: PASSWORD })
  const { data } = (await response.json()) as { data: { accessToken: string } }
  return { authorization: `Bearer ${data.accessToken}` }
}

/** The status of what is asked as soon as the limit lets it pass. */
async function allowed(ask: () => Promise<Response>): Promise<number> {
  let status = 429
  await until(async () => (status = (await ask()).status) !== 429)
  return status
}

test.group('Nodes | a lost database', () => {
  if (connection === 'sqlite') return

  test('answer 503 while it is gone, and recover without a restart', async ({ assert }) => {
    const port = Number(process.env.DB_PORT ?? (connection === 'pg' ? 5432 : 3306))
    const relay = await Relay.to(process.env.DB_HOST ?? '127.0.0.1', port)
    const service = await ServiceProcess.start({
      DATABASE_URL: '',
      DB_HOST: '127.0.0.1',
      DB_PORT: String(relay.port),
      LOG_LEVEL: 'info',
    })
    const lines = (message: string) => service.output.split(message).length - 1
    const bearer = await bearerOf(service)

    relay.cut()
    const login = await service.post('/app/auth/login', { username: 'admin', password: 'x' })
    assert.equal(login.status, 503)
    assert.deepEqual(await login.json(), {
      code: 503,
      message: 'System busy, please try again later',
      data: null,
    })
    for (const probe of ['/actuator/health', '/actuator/health/readiness'])
      assert.deepEqual(await (await service.get(probe)).json(), { status: 'DOWN' })
    const refused = Array.from({ length: 20 }, () => service.get(info, bearer))
    for (const { status } of await Promise.all(refused)) assert.equal(status, 503)

    relay.restore()
    await until(async () => (await service.get('/actuator/health')).status === 200)
    assert.equal((await service.get(info, bearer)).status, 200)
    await bearerOf(service)
    await until(() => lines('the database is back') > 0)
    await service.stop()
    const said = ['the database is lost', 'the database is back', 'request failed', ...BUILDER]
    assert.deepEqual(said.map(lines), [1, 1, 0, 0, 0])
    await relay.close()
  })

  test('say so once, whatever fails of it at sockets', async ({ assert }) => {
    const port = Number(process.env.DB_PORT ?? (connection === 'pg' ? 5432 : 3306))
    const relay = await Relay.to(process.env.DB_HOST ?? '127.0.0.1', port)
    const service = await ServiceProcess.start({
      DATABASE_URL: '',
      DB_HOST: '127.0.0.1',
      DB_PORT: String(relay.port),
      LOG_LEVEL: 'info',
    })
    const [ann, bob] = await makeAccounts(service, 2)
    const socket = await connectTo(service, ann!)
    const { conversationId } = await socket.ask(text('before', { to: bob!.id }))

    relay.cut()
    const frames = [
      ...Array.from({ length: 10 }, () => text('lost', { conversationId })),
      ...Array.from({ length: 10 }, () => ({ type: 'read', conversationId, seq: 1 })),
      { type: 'sync', conversations: [{ id: conversationId, seq: 0 }] },
    ]
    const answers = await Promise.all(frames.map((frame) => socket.ask(frame)))
    assert.includeMembers(
      answers.map(({ code }) => code),
      [503]
    )
    assert.equal((await service.get('/actuator/health')).status, 503)
    relay.restore()
    await until(async () => (await service.get('/actuator/health')).status === 200)
    await service.stop()
    await relay.close()
    const said = troublesOf(service)
    assert.lengthOf(said, 1, said.join('\n'))
    assert.include(said[0], 'the database is lost')
  })
})

test.group('Nodes | a lost Redis', () => {
  if (!redisUrl) return

  test('go on under a limit of its own, refuse ended sessions, say DOWN but ready, and recover', async ({
    assert,
  }) => {
    const url = new URL(redisUrl)
    const relay = await Relay.to(url.hostname, Number(url.port || 6379))
    url.host = `127.0.0.1:${relay.port}`
    const service = await ServiceProcess.start({
      REDIS_URL: url.href,
      RATE_LIMIT_PER_SECOND: '30',
      LOG_LEVEL: 'silent',
    })
    const [ended, kept] = [await bearerOf(service), await bearerOf(service)]

    relay.cut()
    await until(async () => (await service.get('/actuator/health')).status === 503)
    assert.equal(await allowed(() => service.get('/actuator/health/readiness')), 200)
    assert.equal(await allowed(() => service.get(info, kept)), 200)
    assert.equal(await allowed(() => service.post('/app/auth/logout', {}, ended)), 200)
    assert.equal(await allowed(() => service.get(info, ended)), 401)

    await until(async () => {
      const asked = Array.from({ length: 120 }, () => service.get(info, kept))
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      assert.isFalse(statuses.some((status) => status >= 500))
      return statuses.includes(429)
    })

    relay.restore()
    await until(async () => (await service.get('/actuator/health')).status === 200)
    assert.equal(await allowed(() => service.get(info, ended)), 401)
    await until(async () => (await service.get(info, kept)).status === 200)
    await service.stop()
    await relay.close()
  })

  test('say so once, whatever fails of it', async ({ assert }) => {
    const url = new URL(redisUrl)
    const relay = await Relay.to(url.hostname, Number(url.port || 6379))
    url.host = `127.0.0.1:${relay.port}`
    const service = await ServiceProcess.start({ REDIS_URL: url.href, LOG_LEVEL: 'info' })
    const bearer = await bearerOf(service)
    relay.cut()
    await until(async () => (await service.get('/actuator/health')).status === 503)
    const asked = Array.from({ length: 5 }, () => service.post('/app/im/ticket', {}, bearer))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    assert.deepEqual(statuses, Array(5).fill(503))
    await service.stop()
    await relay.close()
    const said = troublesOf(service)
    assert.lengthOf(said, 1, said.join('\n'))
    assert.include(said[0], 'Redis is lost')
  })

  test('say so once where it is lost from the start, whatever comes again and again', async ({
    assert,
  }) => {
    const url = `redis://127.0.0.1:${await freePort()}/1`
    const service = await ServiceProcess.start({ REDIS_URL: url, LOG_LEVEL: 'info' })
    await until(async () => (await service.get('/actuator/health')).status === 503)
    await service.stop()
    const said = troublesOf(service)
    assert.lengthOf(said, 1, said.join('\n'))
    assert.include(said[0], 'Redis is lost')
  })
})

test.group('Nodes | connections that the database server ends', () => {
  if (connection !== 'pg') return

  test('are spoken of once', async ({ assert, cleanup }) => {
    const own = await OwnDatabase.make(tmpdir())
    cleanup(() => own.drop())
    const service = await ServiceProcess.start({ ...own.env, DATABASE_URL: '', LOG_LEVEL: 'info' })
    cleanup(async () => void (await service.stop()))
    const login = () => service.post('/app/auth/login', { username: 'nobody', password: 'x' })
    const logins = () => Promise.all(Array.from({ length: 8 }, login))
    await logins()
    const ended = await db
      .from('pg_stat_activity')
      .where('datname', own.env.DB_DATABASE!)
      .select(db.raw('pg_terminate_backend(pid)'))
    assert.isAbove(ended.length, 2)
    await until(() => service.output.includes('Connection Error'))
    await logins()
    assert.isBelow((await login()).status, 500)
    assert.lengthOf(service.output.split('Connection Error'), 2)
    assert.notInclude(service.output, 'request failed')
  })
})
