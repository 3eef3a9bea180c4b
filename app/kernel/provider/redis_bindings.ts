import type { ApplicationService } from '@adonisjs/core/types'
import { RedisConnection } from '@adonisjs/redis'
import { SlidingWindows, RequestLimiter, RedisRequestLimiter } from '#kernel/rate_limit/main'
import {
  Bus,
  StateStatus,
  StateStore,
  Subscriptions,
  Versions,
  RedisBus,
  RedisLink,
  RedisStore,
  RedisVersions,
} from '#kernel/state/main'

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
    const connection: unknown = redis.doNotLogErrors().connection('main')
    if (!(connection instanceof RedisConnection))
      throw new TypeError('Redis is one server, no cluster')
    const link = new RedisLink(connection.ioConnection, prefix, logger)
    closers.push(() => link.close())
    return link
  })
  container.singleton(RedisVersions, async () => {
    const versions = new RedisVersions(await container.make(RedisLink))
    closers.push(() => versions.close())
    return versions
  })
  container.singleton(Bus, async () => {
    const [link, logger] = [await container.make(RedisLink), await container.make('logger')]
    const bus = new RedisBus(link, new Subscriptions(logger))
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
  container.singleton(RequestLimiter, async () => {
    return new RedisRequestLimiter(await link(), await versions(), new SlidingWindows())
  })
}
