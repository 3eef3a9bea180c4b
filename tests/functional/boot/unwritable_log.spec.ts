import { test } from '@japa/runner'
import { closeSync, openSync } from 'node:fs'
import { freePort } from '../../helpers/free_port.js'
import { ServiceProcess } from '../../helpers/service_process.js'

const ENV = {
  DB_CONNECTION: 'sqlite',
  REDIS_URL: '',
  LOG_LEVEL: 'info',
  STOP_DRAIN_SECONDS: '0',
  STOP_LIMIT_SECONDS: '20',
}

/** Where it cannot say that it is ready, it answers a moment before it is, and then ends at once. */
const ENDED: readonly (number | null)[] = [0, 143]

/** What anybody may send, and what is logged. */
async function bringToLog(service: ServiceProcess): Promise<number> {
  const { status } = await service.post('/app/document/callback/1?token=x', { key: 'a', status: 2 })
  return status
}

test.group('Boot | unwritable log', () => {
  test('start, answer and end in order while the disk of the log is full', async ({
    assert,
    cleanup,
  }) => {
    const full = openSync('/dev/full', 'w')
    const port = String(await freePort())
    const service = ServiceProcess.spawn({ ...ENV, PORT: port }, [], undefined, full)
    cleanup(() => service.stop('SIGKILL').then(() => undefined))
    closeSync(full)
    await service.answering(`http://127.0.0.1:${port}`)

    assert.equal(await bringToLog(service), 403)
    assert.equal((await service.get('/actuator/liveness')).status, 200)
    assert.isTrue(ENDED.includes(await service.stop()))
  })

  test('go on, and end in order, when the reader of the log goes away: {$self}')
    .with(['before the start', 'while it runs'] as const)
    .run(async ({ assert, cleanup }, when) => {
      const port = String(await freePort())
      const service = ServiceProcess.spawn({ ...ENV, PORT: port })
      cleanup(() => service.stop('SIGKILL').then(() => undefined))
      if (when === 'before the start') service.stopReading()
      await service.answering(`http://127.0.0.1:${port}`)
      service.stopReading()

      for (let count = 0; count < 3; count++) assert.equal(await bringToLog(service), 403)
      assert.equal((await service.get('/actuator/liveness')).status, 200)
      assert.isTrue(ENDED.includes(await service.stop()))
    })
})
