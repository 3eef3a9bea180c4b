import { test } from '@japa/runner'
import { ServiceProcess } from '#tests/helpers/service_process'

test.group('Boot | origins in development', () => {
  test('let front ends of the same machine in, and nobody else', async ({ assert, cleanup }) => {
    const service = await ServiceProcess.start({ NODE_ENV: 'development', SEED_DEMO_DATA: 'false' })
    cleanup(async () => void (await service.stop('SIGKILL')))
    const allowedFor = async (origin: string) => {
      const response = await service.get('/actuator/health', { origin })
      await response.body?.cancel()
      return response.headers.get('access-control-allow-origin')
    }
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:8080', 'https://localhost:1'])
      assert.equal(await allowedFor(origin), origin)
    for (const origin of ['http://localhost.evil.example', 'http://evil.example:5173', 'null'])
      assert.isNull(await allowedFor(origin))
  })
})
