import { once } from 'node:events'
import { test } from '@japa/runner'
import { Agent, get, request, type IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

/** Sends the head of a login and holds its body back; resolves when the service has taken the head. */
async function holdLogin(service: ServiceProcess) {
  const body = JSON.stringify({ username: 'admin', password: 'an administrator’s password' })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'expect': '100-continue',
  }
  const held = request(`${service.url}/app/auth/login`, { method: 'POST', headers })
  const status = new Promise<number>((resolve, reject) => {
    held.on('response', (response) => resolve(response.resume().statusCode!)).on('error', reject)
  })
  held.flushHeaders()
  await once(held, 'continue')
  held.write(body.slice(0, 10))
  return { release: () => held.end(body.slice(10)), status }
}

/** One answer over a connection that this client would keep, as a proxy does. */
function answerOver(agent: Agent, url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', () => resolve(response))
    }).on('error', reject)
  })
}

/**
 * Asks again and again until nobody listens, and notes what each answer says of its connection. Whoever knocks in the
 * very moment in which the door is shut is reset.
 */
async function askUntilGone(service: ServiceProcess, said: (string | undefined)[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) {
      const { headers } = await answerOver(agent, `${service.url}/actuator/liveness`)
      said.push(headers.connection)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ECONNREFUSED' && code !== 'ECONNRESET') throw error
  } finally {
    agent.destroy()
  }
}

test.group('Boot | stop', () => {
  test('end in order from the moment on in which it says that it is ready: {$self}')
    .with(['SIGTERM', 'SIGINT'] as const)
    .run(async ({ assert }, signal) => {
      const service = await ServiceProcess.start({ DB_CONNECTION: 'sqlite', REDIS_URL: '' })
      assert.equal(await service.stop(signal), 0)
    })

  test('part from a client that keeps its connection, and end in time', async ({ assert }) => {
    const service = await ServiceProcess.start({
      STOP_DRAIN_SECONDS: '2',
      STOP_LIMIT_SECONDS: '20',
      RATE_LIMIT_PER_SECOND: '100000',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
    })
    const said: (string | undefined)[] = []
    const asking = askUntilGone(service, said)
    await until(() => said.length > 0)
    assert.equal(await service.stop('SIGTERM'), 0)

    await asking
    const [before, drained, ...gathered] = said.filter((word, at) => word !== said[at - 1])
    assert.deepEqual([before, drained], ['keep-alive', 'close'])
    assert.include([[], ['keep-alive'], ['keep-alive', 'close']].map(String), String(gathered))
  })

  test('part from sockets that are being opened at that moment', async ({ assert }) => {
    const service = await ServiceProcess.start({
      STOP_DRAIN_SECONDS: '0',
      STOP_LIMIT_SECONDS: '4',
      RATE_LIMIT_PER_SECOND: '100000',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
    })
    const url = `${service.url.replace('http', 'ws')}/ws/im`
    let [going, opened] = [true, 0]
    const open = async () => {
      while (going) {
        const socket = new WebSocket(url)
        socket.on('open', () => opened++).on('error', () => (going = false))
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const opening = open()
    await until(() => opened > 20)
    assert.equal(await service.stop('SIGTERM'), 0)
    going = false
    await opening
  })

  test('turn readiness DOWN, finish requests in flight, and exit 0', async ({ assert }) => {
    const service = await ServiceProcess.start({
      STOP_DRAIN_SECONDS: '10',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
    })
    const login = await holdLogin(service)
    assert.deepEqual(await (await service.get('/actuator/readiness')).json(), { status: 'UP' })

    const exited = service.stop('SIGTERM')
    await until(async () => (await service.get('/actuator/readiness')).status === 503)
    assert.equal((await service.get('/actuator/liveness')).status, 200)
    login.release()

    assert.equal(await login.status, 200)
    assert.equal(await exited, 0)
  })

  test('cut off what hangs at the limit, with exit code 1', async ({ assert }) => {
    const service = await ServiceProcess.start({
      STOP_LIMIT_SECONDS: '1',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
    })
    const login = await holdLogin(service)
    const failed = login.status.catch(() => 'cut off')
    assert.equal((await service.get('/actuator/liveness')).status, 200)

    assert.equal(await service.stop('SIGTERM'), 1)
    assert.equal(await failed, 'cut off')
  })
})
