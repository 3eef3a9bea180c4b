import type { ApplicationService } from '@adonisjs/core/types'
import { Settings } from 'luxon'
import {
  RateBuckets,
  CommonKeys,
  NoRequestKeys,
  RequestKeys,
  RequestLimit,
  RequestLimiter,
} from '#kernel/rate_limit/main'
import {
  Clock,
  clock,
  ClockCheck,
  Locks,
  Slots,
  StateStatus,
  StateStore,
  VerrouLocks,
} from '#kernel/state/main'
import { bindMemory } from './memory_bindings.js'
import { bindRedis, type Closer } from './redis_bindings.js'

/**
 * Wires the shared state and the rate limit on it. The application's provider calls
 *
 * - `registerState(app)` in `register`: binds the tokens Clock, StateStore, Bus, Locks, Slots, Versions,
 *   RequestLimiter, StateStatus, ClockCheck, RateLog, RateBuckets, RequestLimit and RequestKeys (none, until a plugin binds its own);
 * - `await bootState(app)` in `boot`: lets luxon follow the clock; where requests are served, waits for the first
 *   attempt to connect;
 * - `await closeState(app)` in `shutdown`.
 *
 * Reads `redis.shared`, `redis.prefix` and `rate_limit.perSecond` of the configuration.
 */
export function registerState(app: ApplicationService): void {
  const closers: Closer[] = []
  closersOf.set(app, closers)
  const prefix = app.config.get<string>('redis.prefix', 'chancery:')

  app.container.bindValue(Clock, clock)
  app.container.singleton(
    ClockCheck,
    async (resolver) =>
      new ClockCheck(clock, await resolver.make(StateStatus), await resolver.make('lucid.db'))
  )
  if (app.config.get<boolean>('redis.shared', false)) bindRedis(app, prefix, closers)
  else bindMemory(app)
  app.container.singleton(Locks, async () => {
    const status = await app.container.make(StateStatus)
    const [manager, logger] = [
      await app.container.make('lock.manager'),
      await app.container.make('logger'),
    ]
    return new VerrouLocks(manager, status, prefix, logger)
  })
  app.container.singleton(Slots, async () => {
    const slots = new Slots(
      await app.container.make(StateStore),
      await app.container.make('logger')
    )
    closers.push(() => slots.stop())
    return slots
  })
  bindRateLimit(app)
}

const closersOf = new WeakMap<ApplicationService, Closer[]>()

function bindRateLimit({ container, config }: ApplicationService) {
  container.singleton(CommonKeys, () => new CommonKeys())
  container.singleton(RequestKeys, () => new NoRequestKeys())
  container.singleton(RateBuckets, () => new RateBuckets())
  container.singleton(RequestLimit, async () => {
    const limiter = await container.make(RequestLimiter)
    const [buckets, keys] = [await container.make(RateBuckets), await container.make(RequestKeys)]
    return new RequestLimit(limiter, buckets, keys, config.get<number>('rate_limit.perSecond', 100))
  })
}

export async function bootState(app: ApplicationService): Promise<void> {
  Settings.now = () => clock.now()
  if (!['web', 'test'].includes(app.getEnvironment())) return

  const status = await app.container.make(StateStatus)
  await status.settled()
}

/** Ends the connections, the last that came up first. */
export async function closeState(app: ApplicationService): Promise<void> {
  const closers = closersOf.get(app) ?? []
  while (closers.length > 0) await closers.pop()!()
}
