import { test } from '@japa/runner'
import { request } from 'node:http'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

/** Sends the head of a login and holds its body back. */
function holdLogin(service: ServiceProcess) {
  const body = JSON.stringify({ username: 'admin', password: 'an administrator’s password' })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const held = request(`${service.url}/app/auth/login`, { method: 'POST', headers })
  const status = new Promise<number>((resolve, reject) => {
    held.on('response', (response) => resolve(response.resume().statusCode!)).on('error', reject)
  })
  held.write(body.slice(0, 10))
  return { release: () => held.end(body.slice(10)), status }
}

test.group('Boot | stop', () => {
  test('turn readiness DOWN, finish requests in flight, and exit 0', async ({ assert }) => {
    const service = await ServiceProcess.start({
      STOP_DRAIN_SECONDS: '5',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
    })
    const login = holdLogin(service)
    assert.deepEqual(await (await service.get('/actuator/readiness')).json(), { status: 'UP' })

    const exited = service.stop('SIGTERM')
    await until(async () => (await service.get('/actuator/readiness')).status === 503)
    assert.equal((await service.get('/actuator/liveness')).status, 200)
    login.release()

    assert.equal(await login.status, 200)
    assert.equal(await exited, 0)
  }).timeout(120_000)

  test('cut off what hangs at the limit, with exit code 1', async ({ assert }) => {
    const service = await ServiceProcess.start({
      STOP_LIMIT_SECONDS: '1',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
    })
    const login = holdLogin(service)
    const failed = login.status.catch(() => 'cut off')
    assert.equal((await service.get('/actuator/liveness')).status, 200)

    assert.equal(await service.stop('SIGTERM'), 1)
    assert.equal(await failed, 'cut off')
  }).timeout(120_000)
})
