import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { PeriodicJob } from '#kernel/state/main'
import { startNode } from './node.js'

const EVERY_MS = 3_600_000
const losses = { isOutage: () => Promise.resolve(false) }

test.group('State | periodic jobs', (group) => {
  const lines: string[] = []
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg)
  const logger = new Logger({ enabled: true, level: 'info', destination: { write } })
  group.each.setup(() => void lines.splice(0))

  test('ends a run that is under way as the service stops', async ({ assert }) => {
    const node = await startNode()
    let ended = false
    const { promise: done, resolve: end } = Promise.withResolvers<void>()
    const work = async () => {
      await done
      ended = true
    }
    const repeated = new PeriodicJob(node.locks, logger, losses, {
      ...{ name: 'short', everyMs: EVERY_MS, atOnce: true, work },
    })
    repeated.start()
    const stopped = repeated.stop()
    end()
    await stopped
    assert.isTrue(ended)
    assert.isEmpty(lines)
    await node.close()
  })

  test('cuts off one that would keep the service, and says so alone', async ({ assert }) => {
    const node = await startNode()
    const under = Promise.withResolvers<void>()
    const repeated = new PeriodicJob(node.locks, logger, losses, {
      ...{ name: 'long', everyMs: EVERY_MS, atOnce: true, stopMs: 20, work: () => under.promise },
    })
    repeated.start()
    await repeated.stop()
    under.reject(new Error('the database is closed'))
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(lines, ['a periodic job was cut off by the stop'])
    await node.close()
  })

  test('says why a run failed', async ({ assert }) => {
    const node = await startNode()
    const repeated = new PeriodicJob(node.locks, logger, losses, {
      ...{ name: 'bad', everyMs: EVERY_MS, atOnce: true },
      work: () => Promise.reject(new Error('no')),
    })
    repeated.start()
    await repeated.stop()
    assert.deepEqual(lines, ['a periodic job failed'])
    await node.close()
  })
})
