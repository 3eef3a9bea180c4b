import type { ApplicationService } from '@adonisjs/core/types'
import { databaseTime } from '../../database/database_time.js'
import { MemoryRateLog } from '../../rate_limit/memory_rate_log.js'
import { RateLog } from '../../rate_limit/rate_log.js'
import { RedisRateLog } from '../../rate_limit/redis_rate_log.js'
import { SlidingWindows } from '../../rate_limit/sliding_windows.js'
import { Bus } from '../bus.js'
import { clock } from '../clock.js'
import { RequestGate } from '../request_gate.js'
import { StateStatus } from '../state_status.js'
import { StateStore } from '../state_store.js'
import { Subscriptions } from '../subscriptions.js'
import { Versions } from '../versions.js'
import { RedisBus } from './redis_bus.js'
import { RedisGate } from './redis_gate.js'
import { RedisLink } from './redis_link.js'
import { RedisMemory } from './redis_memory.js'
import { RedisMark } from './redis_mark.js'
import { RedisStore } from './redis_store.js'
import { RedisVersions } from './redis_versions.js'
import { SharedClock } from './shared_clock.js'

export type Closer = () => void | Promise<void>

/**
 * Nodes share state through Redis. Nothing connects before it is first asked for, so commands that need none of it
 * leave Redis alone.
 *
 * @param closers takes what must be ended, in the order in which it came up
 */
export function bindRedis(
  { container }: ApplicationService,
  prefix: string,
  closers: Closer[]
): void {
  container.singleton(RedisLink, async () => {
    const [redis, logger] = await Promise.all([container.make('redis'), container.make('logger')])
    const link = new RedisLink(
      redis.doNotLogErrors().connection('main').ioConnection,
      prefix,
      logger
    )
    const timeOfDatabase = async () => databaseTime(await container.make('lucid.db'))
    const sharedClock = new SharedClock(link, clock, timeOfDatabase)
    const memory = new RedisMemory(link, logger)
    const mark = new RedisMark(link, logger)
    for (const follower of [sharedClock, memory, mark]) follower.start()
    closers.push(
      () => link.close(),
      () => memory.stop(),
      () => mark.stop(),
      () => sharedClock.stop()
    )
    return link
  })
  container.singleton(RedisVersions, async () => {
    const versions = new RedisVersions(await container.make(RedisLink))
    closers.push(() => versions.close())
    return versions
  })
  container.singleton(Bus, async () => {
    const [link, logger] = [await container.make(RedisLink), await container.make('logger')]
    const bus = new RedisBus(link, new Subscriptions(logger), logger)
    closers.push(() => bus.close())
    return bus
  })
  bindUsersOfTheLink(container)
}

function bindUsersOfTheLink(container: ApplicationService['container']) {
  const link = () => container.make(RedisLink)
  const versions = () => container.make(RedisVersions)
  container.singleton(StateStatus, link)
  container.singleton(Versions, versions)
  container.singleton(StateStore, async () => new RedisStore(await link()))
  container.singleton(RateLog, async () => new RedisRateLog(await link(), new MemoryRateLog()))
  container.singleton(RequestGate, async () => {
    return new RedisGate(await link(), await versions(), new SlidingWindows())
  })
}
