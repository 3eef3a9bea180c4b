import { test } from '@japa/runner'
import { ServiceProcess } from '../../helpers/service_process.js'

const ENV = { DB_CONNECTION: 'sqlite', REDIS_URL: '', STOP_DRAIN_SECONDS: '0', LOG_LEVEL: 'info' }
/** Of the machine itself, too, but nothing that listens on 127.0.0.1 alone answers there. */
const ANOTHER = '127.0.0.2'

async function answersElsewhere({ url }: ServiceProcess): Promise<boolean> {
  const { port } = new URL(url)
  return fetch(`http://${ANOTHER}:${port}/actuator/liveness`).then(
    ({ ok }) => ok,
    () => false
  )
}

test.group('Boot | the address of its own', () => {
  for (const { title, env, reached } of [
    { title: 'listens on loopback alone where nothing is said', env: { HOST: '' }, reached: false },
    { title: 'listens where HOST says', env: { HOST: '0.0.0.0' }, reached: true },
    {
      title: 'listens on every address in production, where nothing is said',
      env: { HOST: '', NODE_ENV: 'production' },
      reached: true,
    },
  ])
    test(title, async ({ assert, cleanup }) => {
      const service = await ServiceProcess.start({ ...ENV, ...env })
      cleanup(async () => void (await service.stop()))
      assert.isTrue((await service.get('/actuator/liveness')).ok)
      assert.equal(await answersElsewhere(service), reached)
    }).skip(process.platform !== 'linux', 'elsewhere 127.0.0.2 is nobody’s address')
})
