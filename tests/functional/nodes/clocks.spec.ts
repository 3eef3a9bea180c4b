import { test } from '@japa/runner'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const { DB_CONNECTION = 'sqlite', REDIS_URL } = process.env
const SKEWED = ['--import', new URL('../../helpers/skewed_clock.js', import.meta.url).href]

test.group('Nodes | clocks', () => {
  if (DB_CONNECTION === 'sqlite' && !REDIS_URL) return

  test('say in the log that the machine’s clock is {said}')
    .with([
      { skewMs: 3_456_000_000, said: '40 days ahead of' },
      { skewMs: -600_000, said: '10 minutes behind' },
    ])
    .run(async ({ cleanup }, { skewMs, said }) => {
      const service = await ServiceProcess.start({ CLOCK_SKEW_MS: String(skewMs) }, SKEWED)
      cleanup(async () => void (await service.stop()))
      await until(async () => service.output.includes(`This machine’s clock is ${said}`))
    })
})
