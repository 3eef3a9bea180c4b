import app from '@adonisjs/core/services/app'
import { errors, type Limiter, type LimiterManager, type LimiterResponse } from '@adonisjs/limiter'
import type { LimiterManagerStoreFactory } from '@adonisjs/limiter/types'

export interface Limit {
  requests: number
  /** In seconds, or such as `1 hour`; at least a second. */
  duration: number | string
}

/** Whatever the application's configuration names its stores. */
type Limiters = Pick<LimiterManager<Record<string, LimiterManagerStoreFactory>>, 'use'>

/**
 * Works with the application's limiter of this limit, whose counts all nodes share. While Redis is lost the work is done with
 * a limiter that counts in this process alone.
 *
 * @param work counts and does nothing else: where Redis fails it is called again
 * @throws E_TOO_MANY_REQUESTS of `@adonisjs/limiter`, where the work does
 */
export async function withLimiter<Result>(
  limit: Limit,
  work: (limiter: Limiter) => Promise<Result>
): Promise<Result> {
  const manager: Limiters = await app.container.make('limiter.manager')
  try {
    return await work(manager.use({ ...limit }))
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) throw error
    return work(manager.use('memory', { ...limit }))
  }
}

/**
 * As the limiter's own `consume`, but what is refused does not count.
 *
 * @throws E_TOO_MANY_REQUESTS of `@adonisjs/limiter`
 */
export async function consume(limiter: Limiter, key: string, amount = 1): Promise<LimiterResponse> {
  try {
    return await limiter.consume(key, amount)
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) await limiter.decrement(key, amount)
    throw error
  }
}
