import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from '@japa/runner'
import { heldLogin } from '#tests/helpers/held_login'
import { SECRETS, ServiceProcess } from '#tests/helpers/service_process'
import { until } from '#tests/helpers/until'

const PASSWORD = SECRETS.ADMIN_PASSWORD
const LIVENESS = '/actuator/liveness'
/** Of the machine itself, as 127.0.0.1 is. */
const ANOTHER_ADDRESS = '127.0.0.2'
const JWT = `${'a'.repeat(20)}.${'b'.repeat(40)}.${'c'.repeat(43)}`

type Line = Record<string, unknown> & { msg: string }

test.group('Boot | production', (group) => {
  let service: ServiceProcess
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-production-'))
    service = await ServiceProcess.start({
      NODE_ENV: 'production',
      HOST: '',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
      SQLITE_PATH: join(folder, 'kept.sqlite3'),
      STORAGE_ROOT: join(folder, 'files'),
      ACCESS_LOG: 'true',
      STOP_DRAIN_SECONDS: '2',
      LOG_LEVEL: 'info',
    })
    return async () => {
      await service.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })

  /** Every line is one of JSON. */
  const lines = () =>
    service.output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  const told = (part: string) => lines().filter(({ msg }) => msg.includes(part))

  let bearer: { authorization: string } | undefined
  async function loggedIn() {
    if (bearer) return bearer
    const login = await service.post('/app/auth/login', { username: 'admin', password: PASSWORD })
    const { data } = (await login.json()) as { data: { accessToken: string } }
    bearer = { authorization: `Bearer ${data.accessToken}` }
    return bearer
  }

  let asked = 0
  /** The line of a request, which is written once its answer was sent. */
  async function lineOf(path: string, headers: Record<string, string> = {}): Promise<Line> {
    const requestId = `request-${process.pid}-${++asked}`
    await (await service.get(path, { ...headers, 'x-request-id': requestId })).arrayBuffer()
    const found = () => told('answered').find((line) => line.requestId === requestId)
    await until(() => found() !== undefined)
    return found()!
  }

  test('tell of the start, a line of JSON each', ({ assert }) => {
    const [begun, done] = told('migrations') as (Line & { count: number; migrations: string[] })[]
    assert.isAbove(begun!.count, 20)
    assert.equal(done!.count, begun!.count)
    assert.isTrue(done!.migrations.some((name) => name.endsWith('create_users_table')))
    assert.containsSubset(told('first administrator'), [{ level: 30, username: 'admin' }])
    const port = Number(new URL(service.url).port)
    assert.containsSubset(told('ready on'), [{ level: 30, port }])
  })

  test('listen on every address', async ({ assert }) => {
    const { port } = new URL(service.url)
    const answer = await fetch(`http://${ANOTHER_ADDRESS}:${port}${LIVENESS}`)
    assert.equal(answer.status, 200)
  }).skip(process.platform !== 'linux', 'elsewhere 127.0.0.2 is nobody’s address')

  test('serve no documentation and no module generator', async ({ assert }) => {
    const headers = await loggedIn()
    const docs = ['/docs', '/docs/page.js', '/v3/api-docs', '/v3/api-docs.yaml', '/v3/async-docs']
    for (const path of [...docs, '/v3/api-docs/identity', '/app/dev/module-generator/tables'])
      assert.equal((await service.get(path, headers)).status, 404, path)
  })

  test('make no demo data', async ({ assert }) => {
    const headers = await loggedIn()
    for (const [path, total] of [
      ['/app/system/users', 1],
      ['/app/document', 0],
    ] as const) {
      const { data } = (await (await service.get(path, headers)).json()) as {
        data: { total: number }
      }
      assert.equal(data.total, total, path)
    }
  })

  test('let in no origin that nobody named', async ({ assert }) => {
    for (const origin of ['http://localhost:5173', 'https://elsewhere.example']) {
      const { headers } = await service.get(LIVENESS, { origin })
      assert.isNull(headers.get('access-control-allow-origin'))
    }
  })

  test('promise TLS to whom a trusted proxy serves over TLS', async ({ assert }) => {
    const secure = await service.get(LIVENESS, { 'x-forwarded-proto': 'https' })
    assert.equal(secure.headers.get('strict-transport-security'), 'max-age=31536000')
    assert.equal(secure.headers.get('x-content-type-options'), 'nosniff')
  })

  test('write a line of each request where that is asked for', async ({ assert }) => {
    const headers = await loggedIn()
    const line = await lineOf('/app/system/users/2147483647?secret=1', headers)
    assert.containsSubset(line, {
      level: 30,
      method: 'GET',
      route: '/app/system/users/:id',
      path: '/app/system/users/2147483647',
      status: 404,
      client: '127.0.0.1',
    })
    assert.isNumber(line.operatorId)
    assert.isAbove(line.ms as number, 0)
    assert.isAbove(line.bytes as number, 100)
    const stranger = await lineOf('/no/such/route')
    assert.containsSubset(stranger, { route: null, status: 404, operatorId: null })
    assert.lengthOf((await lineOf(`/${'a/'.repeat(2_000)}`)).path as string, 501)
  })

  test('say that a client went away before the end', async () => {
    const going = new AbortController()
    const headers = await loggedIn()
    await fetch(`${service.url}/app/im/events`, { headers, signal: going.signal })
    going.abort()
    await until(() =>
      told('answered').some(({ route, isCut }) => route === '/app/im/events' && isCut === true)
    )
  })

  test('write nothing of a token, wherever somebody puts it', async ({ assert }) => {
    const headers = { authorization: `Bearer ${JWT}`, cookie: `token=${JWT}`, referer: `/${JWT}` }
    const own = await lineOf(`/app/im/events?ticket=${JWT}&token=${JWT}`, headers)
    assert.equal(own.path, '/app/im/events')
    const strange = await lineOf(`/app/files/${JWT}/content`, headers)
    assert.equal(strange.path, '/app/files/…/content')
    for (const part of JWT.split('.')) assert.notInclude(service.output, part)
  })

  test('say nothing of a fault to who asked, and all of it in the log', async ({ assert }) => {
    const headers = await loggedIn()
    const database = new Database(join(folder, 'kept.sqlite3'))
    database.exec('alter table stored_files rename to files_elsewhere')
    database.close()
    const answer = await service.get('/app/files/4711?page=1', headers)
    assert.equal(answer.status, 500)
    assert.deepEqual(await answer.json(), {
      code: 500,
      message: 'System busy, please try again later',
      data: null,
    })
    await until(() => told('request failed').length > 0)
    const requestId = answer.headers.get('x-request-id')
    assert.containsSubset(told('request failed'), [
      { level: 50, method: 'GET', route: '/app/files/:id', requestId },
    ])
  })

  test('drain at SIGTERM: not ready, connections let go, requests finished, exit code 0', async ({
    assert,
  }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const connectionOf = async () => (await answerOver(agent, service.url)).headers.connection
    assert.equal(await connectionOf(), 'keep-alive')
    const unused = await openedTo(service.url)
    const login = await heldLogin(service.url, PASSWORD)
    const exited = service.stop('SIGTERM')
    await until(async () => (await service.get('/actuator/readiness')).status === 503)
    assert.equal(await connectionOf(), 'close')
    login.release()
    assert.equal(await login.status, 200)
    agent.destroy()
    assert.equal(await exited, 0)
    unused.destroy()
  })

  test('tell of the stop, and never a secret', ({ assert }) => {
    assert.containsSubset(told('the service stops'), [{ level: 30 }])
    for (const secret of Object.values(SECRETS)) assert.notInclude(service.output, secret)
  })
})

/** A connection over which nothing is sent, as browsers open some ahead of need. */
async function openedTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** One answer over a connection that this client would keep, as a proxy does. */
function answerOver(agent: Agent, url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${url}${LIVENESS}`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response))
    }).on('error', reject)
  })
}
