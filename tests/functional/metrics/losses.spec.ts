import { test } from '@japa/runner'
import { eventually } from '../../helpers/deadline.js'
import { freePort } from '../../helpers/free_port.js'
import { quickest } from '../../helpers/quickest.js'
import { Relay } from '../../helpers/relay.js'
import { Scrape } from '../../helpers/scrape.js'
import { ServiceProcess } from '../../helpers/service_process.js'

const connection = process.env.DB_CONNECTION ?? 'sqlite'
const DATABASE = 'chancery_reached{what="the database"}'
const EDITING = 'chancery_documents_editing'

test.group('Metrics | a lost database', () => {
  if (connection === 'sqlite') return

  test('tell that the database {$self}, without what is counted in it')
    .with(['is cut off', 'is silent'] as const)
    .run(async ({ assert, cleanup }, loss) => {
      const far = Number(process.env.DB_PORT ?? (connection === 'pg' ? 5432 : 3306))
      const relay = await Relay.to(process.env.DB_HOST ?? '127.0.0.1', far)
      const port = await freePort()
      const service = await ServiceProcess.start({
        DATABASE_URL: '',
        DB_HOST: '127.0.0.1',
        DB_PORT: String(relay.port),
        DB_QUERY_SECONDS: '5',
        METRICS_PORT: String(port),
        STOP_DRAIN_SECONDS: '0',
      })
      cleanup(async () => {
        await service.stop('SIGKILL')
        await relay.close()
      })
      const seen = (reached: 0 | 1) =>
        eventually(`${DATABASE} ${reached}`, async () => {
          const shown = await Scrape.of(port)
          return shown.number(DATABASE) === reached && shown
        })
      assert.isNumber((await seen(1)).number(EDITING))

      if (loss === 'is cut off') relay.cut()
      else relay.silence()
      const shown = await seen(0)
      assert.isUndefined(shown.number(EDITING))
      assert.isNumber(shown.number('process_resident_memory_bytes'))
      assert.isBelow(await quickest(2, () => Scrape.of(port)), 9_000)

      relay.restore()
      await eventually(EDITING, async () => (await Scrape.of(port)).number(EDITING) !== undefined)
      assert.equal((await seen(1)).number(DATABASE), 1)
      assert.notInclude(service.output, 'cannot be read')
    })
})
