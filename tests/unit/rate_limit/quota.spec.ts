import app from '@adonisjs/core/services/app'
import { LimiterManager, stores } from '@adonisjs/limiter'
import { test } from '@japa/runner'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { spend } from '#kernel/rate_limit/main'
import { freshName } from '../../helpers/accounts.js'
import type { Node } from '../state/node.js'
import { RedisPair } from '../state/redis_pair.js'
import { redisIsTested } from '../state/redis_server.js'

function quotaOf(most: number, duration = '1 minute') {
  return { name: freshName('test:quota'), most, duration, spent: 'Too often' }
}

async function isRefused(work: Promise<unknown>): Promise<boolean> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown
  )
  if (error !== null && !(error instanceof E_TOO_MANY_REQUESTS)) throw error
  return error !== null
}

/** Lets the application count in the Redis of a node until the returned function is called. */
async function countIn(node: Node): Promise<() => void> {
  const { config } = await app.container.make('limiter.manager')
  const before = { stores: config.stores, default: config.default }
  const redis = await stores
    .redis({ connectionName: 'main', keyPrefix: 'test:limit', rejectIfRedisNotReady: true })
    .resolver(node.app)
  Object.assign(config, { stores: { ...config.stores, redis }, default: 'redis' })
  return () => void Object.assign(config, before)
}

test.group('Rate limit | quota', () => {
  test('refuse beyond it, and say when to come again', async ({ assert }) => {
    const quota = quotaOf(2)
    await spend(quota, 1)
    await spend(quota, 1)
    const error: unknown = await spend(quota, 1).catch((thrown: unknown) => thrown)
    assert.instanceOf(error, E_TOO_MANY_REQUESTS)
    const { message, headers } = error as InstanceType<typeof E_TOO_MANY_REQUESTS>
    assert.equal(message, 'Too often; try again later')
    assert.equal(headers?.['Retry-After'], '60')
    await spend(quota, 2)
  })

  test('take several at once or none of them', async ({ assert }) => {
    const quota = quotaOf(5)
    await spend(quota, 1, 4)
    assert.isTrue(await isRefused(spend(quota, 1, 2)))
    await spend(quota, 1)
    assert.isTrue(await isRefused(spend(quota, 1)))
  })

  test('count the same name for a minute and for an hour apart', async ({ assert }) => {
    const aMinute = quotaOf(2)
    const anHour = { ...aMinute, most: 3, duration: '1 hour' }
    for (const quota of [aMinute, anHour, aMinute, anHour, anHour]) await spend(quota, 1)
    assert.isTrue(await isRefused(spend(anHour, 1)))
  })
})

if (redisIsTested()) {
  test.group('Rate limit | quota on Redis', (group) => {
    let pair: RedisPair
    group.each.setup(async () => {
      pair = await RedisPair.start()
      const restore = await countIn(pair.here)
      return async () => {
        restore()
        await pair.close()
      }
    })

    test('count over both nodes, and lose none of many at once', async ({ assert }) => {
      const quota = quotaOf(30)
      const there = await stores
        .redis({ connectionName: 'main', keyPrefix: 'test:limit' })
        .resolver(pair.there.app)
      const limit = { requests: quota.most, duration: quota.duration }
      const other = new LimiterManager({ default: 'redis', stores: { redis: there } }).use(limit)
      const key = `${quota.name}:${quota.duration}:1`
      const tries = Array.from({ length: 60 }, (_, index) =>
        index % 2 ? spend(quota, 1) : other.consume(key)
      )
      const outcomes = await Promise.allSettled(tries)
      assert.lengthOf(
        outcomes.filter(({ status }) => status === 'fulfilled'),
        30
      )
    })

    test('take several at once or none of them', async ({ assert }) => {
      const quota = quotaOf(5)
      await spend(quota, 1, 4)
      assert.isTrue(await isRefused(spend(quota, 1, 2)))
      await spend(quota, 1)
    })

    test('count in this process while Redis is lost', async ({ assert }) => {
      const quota = quotaOf(2)
      await pair.lose()
      await spend(quota, 1)
      await spend(quota, 1)
      assert.isTrue(await isRefused(spend(quota, 1)))
    })
  })
}
