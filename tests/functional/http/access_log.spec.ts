import { test } from '@japa/runner'
import { eventually } from '../../helpers/deadline.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'

type Line = Record<string, unknown>

const ENV = { STOP_DRAIN_SECONDS: '0', LOG_LEVEL: 'fatal', SEED_DEMO_DATA: 'false' }
const JWT = `${'a'.repeat(20)}.${'b'.repeat(40)}.${'c'.repeat(43)}`

const answeredIn = ({ output }: ServiceProcess) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'answered')

test.group('HTTP | the access log', (group) => {
  let service: ServiceProcess
  group.setup(async () => {
    service = await ServiceProcess.start({ ...ENV, ACCESS_LOG: 'true' })
    return async () => void (await service.stop())
  })

  let asked = 0
  /** The line of a request, which is written once its answer was sent. */
  async function lineOf(path: string, options: RequestInit = {}): Promise<Line> {
    const requestId = `request-${process.pid}-${++asked}`
    const headers = { ...options.headers, 'x-request-id': requestId }
    await (await fetch(service.url + path, { ...options, headers })).arrayBuffer()
    return eventually('its line', () =>
      answeredIn(service).find((line) => line.requestId === requestId)
    )
  }

  const logIn = () => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: SECRETS.ADMIN_PASSWORD }),
  })

  test('tell of each request how it was answered, whatever LOG_LEVEL says', async ({ assert }) => {
    const login = await service.post('/app/auth/login', JSON.parse(logIn().body))
    const { accessToken } = ((await login.json()) as { data: { accessToken: string } }).data
    const headers = { authorization: `Bearer ${accessToken}` }
    const line = await lineOf('/app/system/users/2147483647?secret=1', { headers })
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
    assert.isUndefined(line.isCut)
  })

  test('tell of requests that came to no route, and of nobody', async ({ assert }) => {
    const line = await lineOf('/no/such/route')
    assert.containsSubset(line, { route: null, status: 404, operatorId: null })
  })

  test('count the bytes of each answer on a connection apart', async ({ assert }) => {
    const lines: Line[] = []
    for (let at = 0; at < 4; at++) lines.push(await lineOf('/actuator/liveness'))
    const sizes = lines.map(({ bytes }) => bytes as number)
    assert.isBelow(Math.max(...sizes) - Math.min(...sizes), 50)
  })

  test('say that a client went away before the end', async ({ assert }) => {
    const going = new AbortController()
    const login = await fetch(`${service.url}/app/auth/login`, logIn())
    const { accessToken } = ((await login.json()) as { data: { accessToken: string } }).data
    const headers = { authorization: `Bearer ${accessToken}` }
    const { status } = await fetch(`${service.url}/app/im/events`, {
      headers,
      signal: going.signal,
    })
    assert.equal(status, 200)
    going.abort()
    await eventually('its line', () =>
      answeredIn(service).find(({ route, isCut }) => route === '/app/im/events' && isCut === true)
    )
  })

  test('write nothing of a token, wherever somebody puts it', async ({ assert }) => {
    const headers = { authorization: `Bearer ${JWT}`, cookie: `token=${JWT}`, referer: `/${JWT}` }
    const own = await lineOf(`/app/im/events?ticket=${JWT}&token=${JWT}`, { headers })
    assert.equal(own.path, '/app/im/events')
    const strange = await lineOf(`/app/files/${JWT}/content`, { headers })
    assert.equal(strange.path, '/app/files/…/content')
    await lineOf('/app/auth/login', logIn())
    for (const secret of [...JWT.split('.'), SECRETS.ADMIN_PASSWORD])
      assert.notInclude(service.output, secret)
  })

  test('keep a path within bounds', async ({ assert }) => {
    const { path } = await lineOf(`/${'a/'.repeat(2_000)}`)
    assert.lengthOf(path as string, 501)
  })

  test('write no such line unless it is asked for', async ({ assert }) => {
    const silent = await ServiceProcess.start({ ...ENV, LOG_LEVEL: 'info' })
    await silent.get('/actuator/liveness')
    await silent.stop()
    assert.lengthOf(answeredIn(silent), 0)
  })
})
