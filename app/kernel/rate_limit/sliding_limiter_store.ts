import { configProvider } from '@adonisjs/core'
import stringHelpers from '@adonisjs/core/helpers/string'
import type { ConfigProvider } from '@adonisjs/core/types'
import { errors, LimiterResponse } from '@adonisjs/limiter'
import type {
  LimiterConsumptionOptions,
  LimiterManagerStoreFactory,
  LimiterStoreContract,
} from '@adonisjs/limiter/types'
import { RateLog } from './rate_log.js'
import type { Reading, WindowRule } from './sliding_window.js'

type Key = string | number

const NAME = 'sliding'

/**
 * A store of `@adonisjs/limiter` whose window slides: no burst of twice the limit where one window ends and the next
 * begins. Keys of limiters with different durations are kept apart.
 */
export class SlidingLimiterStore implements LimiterStoreContract {
  readonly name = NAME
  readonly requests: number
  readonly duration: number
  readonly blockDuration: number
  readonly #rule: WindowRule

  constructor(
    private readonly log: RateLog,
    options: LimiterConsumptionOptions
  ) {
    this.requests = options.requests
    this.duration = stringHelpers.seconds.parse(options.duration)
    this.blockDuration = stringHelpers.seconds.parse(options.blockDuration ?? 0)
    this.#rule = { limit: this.requests, windowMs: this.duration * 1000 }
  }

  /** @throws E_TOO_MANY_REQUESTS of the limiter */
  async consume(key: Key, amount = 1): Promise<LimiterResponse> {
    const blockMs = this.blockDuration * 1000
    const reading = await this.log.take(this.#key(key), this.#rule, {
      amount: positive(amount),
      blockMs,
    })
    if (!reading.passed) throw new errors.E_TOO_MANY_REQUESTS(this.#response(reading))
    return this.#response(reading)
  }

  async increment(key: Key, amount = 1): Promise<LimiterResponse> {
    const options = { amount: positive(amount), force: true }
    return this.#response(await this.log.take(this.#key(key), this.#rule, options))
  }

  async decrement(key: Key, amount = 1): Promise<LimiterResponse> {
    await this.log.giveBack(this.#key(key), positive(amount))
    return this.#state(key)
  }

  async block(key: Key, duration: string | number): Promise<LimiterResponse> {
    await this.log.block(this.#key(key), stringHelpers.seconds.parse(duration) * 1000)
    return this.#state(key)
  }

  async set(key: Key, requests: number, duration?: string | number): Promise<LimiterResponse> {
    const lastMs = stringHelpers.seconds.parse(duration ?? this.duration) * 1000
    await this.log.fill(this.#key(key), this.#rule, requests, lastMs)
    return this.#state(key)
  }

  delete(key: Key): Promise<boolean> {
    return this.log.delete(this.#key(key))
  }

  clear(): Promise<void> {
    return this.log.clear(`${NAME}:`)
  }

  async get(key: Key): Promise<LimiterResponse | null> {
    const reading = await this.log.peek(this.#key(key), this.#rule)
    return reading && this.#response(reading)
  }

  async #state(key: Key): Promise<LimiterResponse> {
    return (await this.get(key)) ?? this.#response({ passed: true, used: 0, waitMs: 0, resetMs: 0 })
  }

  #response(reading: Reading): LimiterResponse {
    return new LimiterResponse({
      limit: this.requests,
      remaining: Math.max(0, this.requests - reading.used),
      consumed: reading.used,
      availableIn: Math.ceil((reading.waitMs || reading.resetMs) / 1000),
    })
  }

  #key(key: Key): string {
    return `${NAME}:${this.duration}:${key}`
  }
}

/** For `config/limiter.ts`: shared over nodes where the state is. */
export function slidingStore(): ConfigProvider<LimiterManagerStoreFactory> {
  return configProvider.create(async (app) => {
    const log = await app.container.make(RateLog)
    return (options: LimiterConsumptionOptions) => new SlidingLimiterStore(log, options)
  })
}

function positive(amount: number): number {
  return amount > 0 ? Math.floor(amount) : 1
}
