import { test } from '@japa/runner'
import { Clock } from '#kernel/state/clock'
import type { RedisLink } from '#kernel/state/redis/redis_link'
import { SharedClock } from '#kernel/state/redis/shared_clock'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A Redis whose clock is so far ahead. */
function redisAhead(ms: { ahead: number }): RedisLink {
  const time = async () => {
    const micros = Math.round((Date.now() + ms.ahead) * 1000)
    return [Math.floor(micros / 1_000_000), micros % 1_000_000]
  }
  const ask = <T>(work: (redis: { time: typeof time }) => Promise<T>) => work({ time })
  return { ready: true, ask } as unknown as RedisLink
}

test.group('State | the clock of Redis', () => {
  test('is followed where the database agrees with it, or there is none: {$self}')
    .with([DAY_MS, null])
    .run(async ({ assert }, database) => {
      const clock = new Clock()
      const now = async () => (database === null ? null : Date.now() + database)
      await new SharedClock(redisAhead({ ahead: DAY_MS }), clock, now).measure()
      assert.approximately(clock.offset, DAY_MS, MINUTE_MS)
      assert.isNull(clock.distrusted)
    })

  test('is not followed where machine and database agree against it, until it agrees', async ({
    assert,
  }) => {
    const [clock, redis] = [new Clock(), { ahead: 2_000 }]
    const shared = new SharedClock(redisAhead(redis), clock, async () => Date.now())
    await shared.measure()
    assert.approximately(clock.offset, 2_000, 500)
    redis.ahead = 8 * DAY_MS
    await shared.measure()
    assert.approximately(clock.offset, 2_000, 500)
    assert.approximately(clock.distrusted!, 8 * DAY_MS, MINUTE_MS)
    redis.ahead = 2_000
    await shared.measure()
    assert.isNull(clock.distrusted)
    assert.approximately(clock.offset, 2_000, 500)
  })

  test('is followed no further while nobody else can be asked', async ({ assert }) => {
    const clock = new Clock()
    const lost = () => Promise.reject(new Error('lost'))
    await new SharedClock(redisAhead({ ahead: DAY_MS }), clock, lost).measure()
    assert.deepEqual([clock.offset, clock.distrusted], [0, null])
  })

  test('is no longer followed with what was measured by a machine that was off', async ({
    assert,
  }) => {
    const clock = new Clock()
    clock.correct(DAY_MS)
    const ahead = { ahead: 8 * DAY_MS }
    await new SharedClock(redisAhead(ahead), clock, async () => Date.now()).measure()
    assert.equal(clock.offset, 0)
  })
})
